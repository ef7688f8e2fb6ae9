import { sql } from 'kysely';
import { counted } from './checks/check.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

interface Held {
  accountId: string;
  account: string;
  /** A text of the candidate's may mean stop: nothing goes out to them until a person has reviewed it. */
  conversations: number;
  /** For their authors. */
  scheduled: number;
  /** For the owners of automations. */
  automatic: number;
  /** For an admin. */
  broadcasts: number;
}

export const holds: Command = {
  name: 'holds',
  operands: [],
  summary: 'Count what waits for a person to decide, for each account.',
  details: [
    'Conversations whose last text may mean stop, scheduled and automatic texts that are held, broadcasts to approve.',
    'Only people of the account can decide about these.',
  ],
  options: {},
  codes: { 0: 'The list is complete, whatever is in it.' },
  run: (operator) =>
    withDatabase(operator, async ({ db }) => {
      const { rows } = await sql<Held>`
        select a.id as "accountId", a.name as account, counts.*
          from accounts a
         cross join lateral (
           select (select count(*)::int from conversations c
                    where c.account_id = a.id and c.held_message_id is not null) as conversations,
                  (select count(*)::int from messages m
                    where m.account_id = a.id and m.status = 'scheduled' and m.cancel_if_answered is not null
                      and m.held_reason is not null) as scheduled,
                  (select count(*)::int from planned_texts p
                    where p.account_id = a.id and p.status = 'held') as automatic,
                  (select count(*)::int from broadcasts b
                    where b.account_id = a.id and b.status = 'awaitingApproval') as broadcasts) as counts
         where a.sandbox_of is null
           and counts.conversations + counts.scheduled + counts.automatic + counts.broadcasts > 0
         order by a.id`.execute(db);
      return {
        code: 0,
        json: { ok: true, accounts: rows },
        text: rows.length === 0 ? 'Nothing waits for a person.' : rows.map(lineOf).join('\n'),
      };
    }),
};

function lineOf({ accountId, account, conversations, scheduled, automatic, broadcasts }: Held): string {
  const parts = [
    [conversations, 'conversation'],
    [scheduled, 'scheduled text'],
    [automatic, 'automatic text'],
    [broadcasts, 'broadcast'],
  ] as const;
  const waiting = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return `${account} (${accountId}): ${waiting.join(', ')}`;
}
