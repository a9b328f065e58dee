"""A running platform from outside: scripted people, and attacks that script/test runs in small and script/soak in full.

- `stranger`, `follower`, `reducers`, `habits`: a person at the sockets, who keeps what is shown and decides what to do
- `prepare`, `rooms`: rooms and people; `verdict`, `standstill`: what the database says afterwards
- `faults`: tables of every mode while processes and servers are killed
- `fuzz`, `nonsense`: messages that must be refused
- `races`, `scenes`: answers from three processes to one decision in the same instant
- `soak`: guests who play for a while; `long`: everything, one part after another
"""
