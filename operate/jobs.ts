import { listFailed } from '../server/queue/failed-jobs.ts';
import { readQueue } from '../server/queue/queue-state.ts';
import { withoutPersonalData } from '../server/without-personal-data.ts';
import { counted, howLong } from './checks/check.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

const SHOWN = 100;

export const jobs: Command = {
  name: 'jobs',
  operands: [],
  summary: 'List jobs that failed, newest first, and how many wait, by kind.',
  details: [
    "To retry or delete one, see Staff, Jobs: there, the account's audit log says so.",
    `At most ${SHOWN} failed ones are listed.`,
  ],
  options: {},
  codes: { 0: 'No job has failed.', 1: 'Some have.' },
  run: (operator) =>
    withDatabase(operator, async ({ db, pool }) => {
      const queue = await readQueue(pool);
      const failed = (await listFailed(db, { before: null, limit: SHOWN })).map((each) => ({
        ...each,
        // It may quote a vendor, or a row.
        error: withoutPersonalData(each.error),
      }));
      const waiting = queue
        .filter((each) => each.waiting > 0)
        .map(({ kind, waiting, seconds }) => ({ kind, waiting, seconds: Math.round(seconds) }))
        .sort((a, b) => b.seconds - a.seconds);
      const count = queue.reduce((sum, each) => sum + each.failed, 0);
      return {
        code: count > 0 ? 1 : 0,
        json: { ok: count === 0, failedCount: count, failed, waiting },
        text: [
          count === 0 ? 'No job has failed.' : `${counted(count, 'job')} failed:`,
          ...failed.map(
            ({ id, task, accountId, failedAt, attempts, error }) =>
              `  ${id}  ${task}  ${failedAt.toISOString()}  account ${accountId ?? 'none'}  tried ${counted(attempts, 'time')}: ${error}`,
          ),
          '',
          waiting.length === 0 ? 'No job is due.' : 'Due, and not started:',
          ...waiting.map(
            ({ kind, waiting: due, seconds }) => `  ${kind}: ${due}, the oldest for ${howLong(seconds)}`,
          ),
        ].join('\n'),
      };
    }),
};
