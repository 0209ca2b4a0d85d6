// What node-postgres sends, over the pooler: the connection string is the only argument. Ends with 0 where all is right.
import assert from 'node:assert/strict';
import pg from 'pg';

const connectionString = process.argv[2];
const CONNECTIONS = 6;

async function connected(work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const steps = {
  async statements() {
    await connected(async (client) => {
      assert.equal((await client.query('SELECT 1 AS n')).rows[0].n, 1);
      assert.equal((await client.query('SELECT $1::int + 1 AS n', [41])).rows[0].n, 42);
      for (let i = 0; i < 5; i++) {
        const named = { name: 'doubled', text: 'SELECT $1::int * 2 AS n', values: [i] };
        assert.equal((await client.query(named)).rows[0].n, 2 * i);
      }
      assert.deepEqual((await client.query('SELECT 1; SELECT 2')).map((r) => r.rowCount), [1, 1]);
    });
  },
  async transactions() {
    await connected(async (client) => {
      await client.query('BEGIN');
      await client.query('CREATE TEMP TABLE t (n int) ON COMMIT DROP');
      await client.query('INSERT INTO t SELECT generate_series(1, $1::int)', [100]);
      await client.query('SAVEPOINT s');
      await assert.rejects(client.query('SELECT 1/0'), { code: '22012' });
      await assert.rejects(client.query('SELECT 1'), { code: '25P02' });
      await client.query('ROLLBACK TO s');
      assert.equal((await client.query('SELECT sum(n)::int AS n FROM t')).rows[0].n, 5050);
      await client.query('COMMIT');
    });
  },
  async errors() {
    await connected(async (client) => {
      await assert.rejects(client.query('SELEC'), { code: '42601' });
      await assert.rejects(client.query('SELECT $1::int', ['x']), { code: '22P02' });
      await assert.rejects(client.query({ name: 'bad', text: 'SELECT nonsense' }), { code: '42703' });
      assert.equal((await client.query('SELECT 5 AS n')).rows[0].n, 5);
    });
  },
  async queuedOnOneConnection() {
    await connected(async (client) => {
      const results = await Promise.all([...Array(20).keys()].map((i) => client.query('SELECT $1::int AS n', [i])));
      assert.deepEqual(results.map((r) => r.rows[0].n), [...Array(20).keys()]);
    });
  },
  async cancel() {
    await connected(async (client) => {
      const pid = (await client.query('BEGIN; SELECT pg_backend_pid() AS pid'))[1].rows[0].pid;
      const cancelled = assert.rejects(client.query('SELECT pg_sleep(30)'), { code: '57014' });
      await connected((other) => other.query('SELECT pg_sleep(0.3), pg_cancel_backend($1)', [pid]));
      await cancelled;
      await client.query('ROLLBACK');
    });
  },
  async sideBySide() {
    const pool = new pg.Pool({ connectionString, max: CONNECTIONS });
    const work = [...Array(300).keys()].map(async (i) => {
      const { rows } = await pool.query({ name: `n${i % 7}`, text: `SELECT $1::int + ${i % 7} AS n`, values: [i] });
      assert.equal(rows[0].n, i + (i % 7));
    });
    await Promise.all(work);
    await pool.end();
  },
};

for (const [name, step] of Object.entries(steps)) {
  await step();
  console.log(`${name}: as it should be`);
}
