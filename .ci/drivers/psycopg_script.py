"""What psycopg 3 sends, over the pooler: the connection string is the only argument. Ends with 0 where all is right."""

import sys
import threading
import time

import psycopg

CONNECTIONS = 6


def check(got, wanted):
    if got != wanted:
        raise SystemExit(f"wanted {wanted!r}, got {got!r}")


def one(connection, sql, parameters=None, **options):
    return connection.execute(sql, parameters, **options).fetchone()[0]


def statements(dsn):
    with psycopg.connect(dsn, autocommit=True) as c:
        check(one(c, "SELECT 1"), 1)
        check(one(c, "SELECT %s::int + 1", [41]), 42)
        for i in range(12):  # From the sixth time on by a named statement.
            check(one(c, "SELECT %s::int * 2", [i]), 2 * i)
        check(one(c, "SELECT %s::text", ["a'b\\c"], prepare=True), "a'b\\c")
        with c.cursor(binary=True) as cursor:
            check(cursor.execute("SELECT 3.5::float8").fetchone()[0], 3.5)


def transactions(dsn):
    with psycopg.connect(dsn) as c:
        with c.transaction():
            c.execute("CREATE TEMP TABLE t (n int) ON COMMIT DROP")
            with c.cursor() as cursor:
                cursor.executemany("INSERT INTO t VALUES (%s)", [(i,) for i in range(100)])
            check(one(c, "SELECT sum(n) FROM t"), 4950)
            with c.cursor(name="rows") as cursor:
                cursor.execute("SELECT n FROM t ORDER BY n")
                check([row[0] for row in cursor.fetchmany(3)], [0, 1, 2])
            try:
                with c.transaction():
                    c.execute("SELECT 1/0")
            except psycopg.errors.DivisionByZero:
                pass
            check(one(c, "SELECT count(*) FROM t"), 100)


def errors(dsn):
    with psycopg.connect(dsn, autocommit=True) as c:
        for sql, state in (("SELECT nonsense", "42703"), ("SELECT 1/0", "22012"), ("SELEC", "42601")):
            for prepare in (False, True):
                try:
                    c.execute(sql, prepare=prepare)
                    raise SystemExit(f"{sql} has not failed")
                except psycopg.Error as e:
                    check(e.sqlstate, state)
        check(one(c, "SELECT 5"), 5)


def pipeline(dsn):
    with psycopg.connect(dsn, autocommit=True) as c:
        with c.pipeline() as p:
            results = [c.execute("SELECT %s::int", [i]) for i in range(20)]
            p.sync()
            check([r.fetchone()[0] for r in results], list(range(20)))
        try:
            with c.pipeline():
                c.execute("SELECT 1")
                c.execute("SELECT 1/0")
                c.execute("SELECT 2")
        except psycopg.errors.DivisionByZero:
            pass
        check(one(c, "SELECT 6"), 6)


def copy(dsn):
    with psycopg.connect(dsn) as c:
        c.execute("CREATE TEMP TABLE c (n int, t text) ON COMMIT DROP")
        with c.cursor() as cursor:
            with cursor.copy("COPY c FROM STDIN") as out:
                for i in range(1000):
                    out.write_row((i, "x" * 50))
            with cursor.copy("COPY c TO STDOUT") as rows:
                check(sum(1 for _ in rows.rows()), 1000)
            try:
                with cursor.copy("COPY c FROM STDIN") as out:
                    out.write_row((1, "x"))
                    raise KeyError("given up")
            except (KeyError, psycopg.errors.QueryCanceled):  # Which of the two depends on the version.
                pass
        c.rollback()
        check(one(c, "SELECT 7"), 7)


def cancel(dsn):
    with psycopg.connect(dsn, autocommit=True) as c:
        timer = threading.Timer(0.3, c.cancel)
        timer.start()
        began = time.monotonic()
        try:
            c.execute("SELECT pg_sleep(30)")
            raise SystemExit("the statement has not been cancelled")
        except psycopg.errors.QueryCanceled:
            check(time.monotonic() - began < 20, True)
        check(one(c, "SELECT 8"), 8)


def side_by_side(dsn):
    failures = []

    def work(number):
        try:
            with psycopg.connect(dsn, autocommit=True) as c:
                for i in range(50):
                    check(one(c, "SELECT %s::int, %s::int", [number, i], prepare=True), number)
        except BaseException as e:
            failures.append(e)

    threads = [threading.Thread(target=work, args=[n]) for n in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(failures, [])


for step in (statements, transactions, errors, pipeline, copy, cancel, side_by_side):
    step(sys.argv[1])
    print(f"{step.__name__}: as it should be")
