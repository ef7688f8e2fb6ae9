import fastify from 'fastify';
import pg from 'pg';

/* What everything is measured against: a bare Fastify that stores each request by one INSERT, and nothing else. */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 });
await pool.query(
  'create table if not exists bench_yardstick (id bigint generated always as identity primary key, payload jsonb not null, received_at timestamptz not null default now())',
);

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
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
