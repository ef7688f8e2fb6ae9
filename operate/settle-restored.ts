import { v7 as uuidv7 } from 'uuid';
import { type Settled, settleUnsent } from '../server/backups/settle-unsent.ts';
import { type Command, Problem } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Of one statement over all texts. */
export const WHOLE_MS = 10 * 60_000;

export const settleRestored: Command = {
  name: 'settle-restored',
  operands: [],
  summary: 'See to it that nothing goes out twice, after a restore by other programs than ours.',
  details: [
    'Run it after pg_restore, or after going back to a snapshot of the database, before any worker starts.',
    'No text that was due before now goes out automatically. hiretext restore has done this already.',
  ],
  options: {},
  codes: { 0: 'It is done. Start the workers.', 1: 'A worker uses the database. Nothing was changed.' },
  run: (operator) =>
    withDatabase(
      operator,
      async ({ db, pool }) => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'hiretext worker'`,
        );
        if (rows.length > 0) throw new Problem('A worker uses this database. Stop all workers first.');
        const settled = await settleUnsent(db, { clock: operator.clock, newId: uuidv7 });
        return { code: 0, json: { ok: true, settled }, text: linesOf(settled).join('\n') };
      },
      { statementMs: WHOLE_MS },
    ),
};

export function linesOf(settled: Settled): string[] {
  const jobs = Object.entries(settled.jobs);
  return [
    'Of texts that were due before now, and may have been sent:',
    `  held for the people who wrote them: ${settled.held}`,
    `  canceled, written by automations: ${settled.canceled}`,
    `  canceled, broadcasts that had begun: ${settled.broadcasts}`,
    `  skipped, planned by automations: ${settled.planned}`,
    `  expired, proposed, whether or not they were approved: ${settled.proposals}`,
    `  skipped, reminders to agree to texts: ${settled.reminders}`,
    `  left to people, times that candidates had chosen: ${settled.bookings}`,
    `Texts that had come in and are worked in now, which nothing answers automatically: ${settled.received}.`,
    `Texts whose outcome wasn't known, which the carrier will be asked about: ${settled.asked}.`,
    ...(jobs.length === 0
      ? []
      : [`Jobs that workers will do: ${jobs.map(([kind, count]) => `${count} ${kind}`).join(', ')}.`]),
  ];
}
