"""The only code that runs a table: log, fold, writer, clock, fan-out.

- `wire`: what an entry and a result look like in JSON
- `folded`: one hand, folded from its log; tries an action on a clone
- `thinking`: how long bots think, and when the system must next look at a hand
- `store`: the log in PostgreSQL: read, and append many entries of many hands at once
- `fanout`: Redis: due times and messages, one script a batch
- `subscription`: what other processes stored, one connection a process
- `writer`: one group commit at a time for a whole process
- `opening`: entry 0
- `turns`: time-outs and automated seats, through the same path as people
- `sockets`: frames to one viewer, who is dropped when he does not drain
- `alarm`: a timer that is set again far more often than it rings
- `stage`: a folded hand and those who look at it: what is shown to whom
- `delayed`: a hand as spectators see it where the room delays them
- `table`: one hand with viewers in this process
- `hub`: all of them: commands, what other processes stored, reading what was missed
- `loading`: reads the hands that are to be opened, many at once
- `gathered`: calls of Redis scripts that share one trip
- `windows`: which of a player's windows holds his seat
- `audience`: who watches without a seat
- `company`: both, for the tables of this process
- `notices`: what the seats are told about the settlement
"""
