"""One command that runs the whole platform: real PostgreSQL and Redis, the web process, the workers, the beat.

`folders` says where things lie, `binaries` where the programs are, `identity` who PostgreSQL runs as, `locks` whose a
folder is, `services` starts and stops PostgreSQL and Redis in it (tests and benches use it alone), `prepared` tells
whether the database fits the code, `processes` lists what runs on top, `supervisor` keeps that alive, and `__main__`
is the command line behind `script/play`.
"""
