import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** How often a template was sent, and how many of those texts were answered before a person texted again. */
export interface TemplateUse {
  sent: number;
  answered: number;
}

type Period = 'ever' | 'lastDays';

/** SQL: a row for each template that was used. */
export function templateUse(
  accountId: string,
  period: Period,
): RawBuilder<TemplateUse & { templateId: string }> {
  const rows =
    period === 'ever'
      ? sql`s.grain = 'month'`
      : sql`s.grain = 'day' and s.starts_at > now() - interval '4 days'`;
  return sql`
    select s.key::uuid as "templateId", sum(s.sent)::int as sent, sum(s.used_answered)::int as answered
      from text_sums s
     where s.account_id = ${accountId} and ${rows} and s.kind = 'template' and s.key is not null group by s.key`;
}

export async function readTemplateUse(db: Db, accountId: string): Promise<Map<string, TemplateUse>> {
  const { rows } = await templateUse(accountId, 'ever').execute(db);
  return new Map(rows.map(({ templateId, ...use }) => [templateId, use]));
}
