import { loadavg } from 'node:os';
import type pg from 'pg';
import { type Recruiter, signUpRecruiter } from './company.ts';
import { startGround } from './ground.ts';
import { asCsv, people, startImport, untilImported } from './importing.ts';
import { type LatencyResult, measureLatency } from './live.ts';
import { quantile } from './load.ts';
import { spawnProgram } from './processes.ts';

const ACCOUNTS = 2000;
const PEOPLE = 100_000;
const ROUNDS = 2;

/**
 * Whether one company slows the others: from a candidate's webhook to the recruiter's browser in one of 2,000 accounts, while another
 * imports 100,000 people, and while none does, by turns.
 */
export async function measureFairness(say: (sentence: string) => void): Promise<void> {
  const closing: (() => unknown)[] = [];
  try {
    const { keys, environment, pool } = await startGround('fair', { closing, say });
    const nodes = {
      web: await spawnProgram('server/main.ts', '/readyz', { ...environment, ROLES: 'web' }),
      worker: await spawnProgram('server/main.ts', '/readyz', { ...environment, ROLES: 'worker' }),
    };
    for (const node of Object.values(nodes)) closing.push(node.stop);
    const { url } = nodes.web;
    const hearing = await signUpRecruiter(url, 'Hearing', '212');
    await addAccounts(pool, hearing);

    const figures = { quiet: [] as LatencyResult[], importing: [] as LatencyResult[] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`round ${round}: quiet`);
      figures.quiet.push(await measureLatency(url, keys, hearing));
      say(`round ${round}: while ${PEOPLE.toLocaleString('en-US')} people are imported`);
      const importing = await signUpRecruiter(url, `Importing${round}`, String(300 + round));
      const file = asCsv(people(PEOPLE, '415'));
      const started = await startImport(url, importing.token, file, 'candidates');
      let isOver = false;
      const imported = untilImported(url, importing.token, started).then(({ created }) => {
        isOver = true;
        say(`imported ${created}`);
      });
      figures.importing.push(await measureLatency(url, keys, hearing));
      if (isOver) say('the import was over before the measurement');
      await imported;
    }
    say(`load ${loadavg().map(Math.round).join(' ')}`);
    console.table(
      Object.fromEntries(
        Object.entries(figures).map(([when, all]) => [
          when,
          {
            'p50 ms': quantile(
              all.map(({ p50Ms }) => p50Ms),
              0.5,
            ).toFixed(),
            'p95 ms': quantile(
              all.map(({ p95Ms }) => p95Ms),
              0.5,
            ).toFixed(),
          },
        ]),
      ),
    );
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Copies of one account with its person, each with a candidate and a mark, so that whatever goes through all accounts finds them. */
async function addAccounts(pool: pg.Pool, { accountId }: Recruiter): Promise<void> {
  await pool.query(
    `insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*
       from accounts a cross join generate_series(1, $2) where a.id = $1`,
    [accountId, ACCOUNTS],
  );
  await pool.query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number)
     select id, gen_random_uuid(), 'Dana', 'Cole', '+14155550123' from accounts where id <> $1`,
    [accountId],
  );
}
