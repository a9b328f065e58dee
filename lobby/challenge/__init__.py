"""欢乐挑战赛: contests of several rounds in which all tables are dealt alike, for entry fees and prizes.

`pairing`, `scoring` and `purse` are the arithmetic; `services` is what people may do, `engine` what the clock does,
`tables` how a contest seats people and starts hands at the lobby's tables. All state is in the database: whatever
process looks next goes on from there.
"""
