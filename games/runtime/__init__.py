"""The only code that runs a table: log, fold, writer, clock, fan-out.

wire      what an entry and a result look like in JSON
folded    one hand, folded from its log; tries an action on a clone
clock     when the system must look at a hand, and the sorted set that remembers it
store     the log in PostgreSQL: read, and append many entries of many hands at once
fanout    Redis: one script a batch, one subscription a process
writer    one group commit at a time for a whole process
opening   entry 0
turns     time-outs and automated seats, through the same path as people
sockets   frames to one viewer, who is dropped when he does not drain
hub       the hands that have viewers in this process
"""
