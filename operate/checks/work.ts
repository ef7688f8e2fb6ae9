import { readKeptEvents } from '../../server/features/texting/receiving/kept-events.ts';
import { readDueTexts } from '../../server/features/texting/sending/due-texts.ts';
import { readQueue } from '../../server/queue/queue-state.ts';
import { type Checked, counted, type Finding, fail, howLong, ok, warn } from './check.ts';

type OnDatabase = Pick<Checked, 'pool'>;

/** In seconds; docs/operations/watching.md names the same. */
const JOBS = { warn: 60, fail: 600 };
const TEXTS = { warn: 60, fail: 600 };
const RECEIVING = { warn: 10, fail: 60 };

const RESTART = 'See the log of the workers, and start them again if they say nothing.';

export async function checkWorkers({ pool }: OnDatabase): Promise<Finding> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'hiretext worker'`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) return ok('workers', `${counted(count, 'worker')} at work.`);
  return warn(
    'workers',
    'No worker is at work, so nothing is sent or received.',
    'Start a node with ROLES=worker or web,worker.',
  );
}

export async function checkJobs({ pool }: OnDatabase): Promise<Finding[]> {
  const queue = await readQueue(pool);
  const oldest = queue.reduce<(typeof queue)[number] | null>(
    (found, each) => (found === null || each.seconds > found.seconds ? each : found),
    null,
  );
  const failed = queue.reduce((sum, each) => sum + each.failed, 0);
  const lag =
    oldest === null || oldest.seconds <= JOBS.warn
      ? ok('jobs', 'No job waits for long.')
      : late('jobs', oldest.seconds, JOBS, `A job (${oldest.kind}) has been waiting`);
  if (failed === 0) return [lag];
  return [
    lag,
    warn(
      'failed jobs',
      `${counted(failed, 'job')} used up all tries.`,
      'Look at each under Staff, Jobs: retry it once its cause is gone, or delete it.',
    ),
  ];
}

export async function checkTexts({ pool }: OnDatabase): Promise<Finding> {
  const { waiting, seconds } = await readDueTexts(pool);
  const { rowCount: maintenance } = await pool.query('select from maintenance');
  if (maintenance)
    return warn(
      'texts',
      `Maintenance is on, so no text goes out. Waiting: ${waiting}.`,
      'When it is over, end it under Staff, Maintenance.',
    );
  if (seconds <= TEXTS.warn) return ok('texts', 'No text waits for long.');
  return late('texts', seconds, TEXTS, `${counted(waiting, 'text')} due, and the oldest has been waiting`);
}

export async function checkReceiving({ pool }: OnDatabase): Promise<Finding[]> {
  const { waiting, seconds, failed } = await readKeptEvents(pool);
  const lag =
    seconds <= RECEIVING.warn
      ? ok('receiving', 'What carriers send is taken in at once.')
      : late(
          'receiving',
          seconds,
          RECEIVING,
          `${counted(waiting, 'event')} of the carrier, opt-outs perhaps among them, not taken in yet, and the oldest has been waiting`,
        );
  if (failed === 0) return [lag];
  return [
    lag,
    fail(
      'failed events',
      `${counted(failed, 'event')} of the carrier couldn't be taken in, opt-outs perhaps among them.`,
      'Look at each under Staff, Jobs, and retry it.',
    ),
  ];
}

function late(name: string, seconds: number, limits: typeof JOBS, what: string): Finding {
  const found = `${what} for ${howLong(seconds)}.`;
  return seconds > limits.fail ? fail(name, found, RESTART) : warn(name, found, RESTART);
}
