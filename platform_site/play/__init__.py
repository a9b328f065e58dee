"""One command that runs the whole platform: real PostgreSQL and Redis, the web process, the workers, the beat.

`folders` says where things lie, `identity` who PostgreSQL runs as, `services` starts and stops PostgreSQL and Redis in
a folder (tests and benches use it alone), `processes` lists what runs on top, `supervisor` keeps that alive,
`__main__` is the command line behind `script/play`.
"""
