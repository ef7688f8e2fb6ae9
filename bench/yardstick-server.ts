import fastify from 'fastify';
import pg from 'pg';

/* The yardstick: a bare Fastify that only stores a request with one INSERT or reads a page with one SELECT. */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 });
await pool.query(
  'create table if not exists bench_yardstick (id bigint generated always as identity primary key, payload jsonb not null, received_at timestamptz not null default now())',
);
/** A page like the inbox's: as many rows and bytes, from the end of one index. */
const PAGE = { rows: 50, bytes: 740, stored: 10_000 };
await pool.query(
  'create table if not exists bench_yardstick_page (id bigint primary key, owner int not null, at timestamptz not null, payload jsonb not null)',
);
await pool.query(
  `insert into bench_yardstick_page
   select n, 1, now() - n * interval '7 seconds', jsonb_build_object('text', repeat('x', $2::int - 100))
     from generate_series(1, $1::int) as n on conflict do nothing`,
  [PAGE.stored, PAGE.bytes],
);
await pool.query(
  'create index if not exists bench_yardstick_latest on bench_yardstick_page (owner, at desc)',
);
await pool.query('analyze bench_yardstick_page');

const app = fastify();
app.get('/ready', async () => ({ ready: true }));
app.post('/rows', async (request) => {
  await pool.query({
    name: 'yardstick',
    text: 'insert into bench_yardstick (payload) values ($1)',
    values: [JSON.stringify(request.body)],
  });
  return { stored: true };
});
app.get('/page', async () => {
  const { rows } = await pool.query({
    name: 'yardstick page',
    text: 'select id, at, owner, payload from bench_yardstick_page where owner = $1 order by at desc limit $2',
    values: [1, PAGE.rows],
  });
  return { items: rows };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
