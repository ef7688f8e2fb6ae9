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
      ? sql`f.grain = 'everyone_month'`
      : sql`f.grain = 'everyone_day' and f.starts_at > now() - interval '4 days'`;
  return sql`
    select f.template_id as "templateId", sum(f.sent)::int as sent, sum(f.used_answered)::int as answered
      from text_figures f
     where f.account_id = ${accountId} and ${rows} and f.template_id is not null group by f.template_id`;
}

export async function readTemplateUse(db: Db, accountId: string): Promise<Map<string, TemplateUse>> {
  const { rows } = await templateUse(accountId, 'ever').execute(db);
  return new Map(rows.map(({ templateId, ...use }) => [templateId, use]));
}
