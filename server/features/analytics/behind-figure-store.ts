import { type RawBuilder, sql } from 'kysely';
import type { Figure } from '../../../contract/analytics.ts';
import type { Db } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';
import { countsAtAll, judgedTexts, rangesOf, textsOf, timeOf } from './count-texts.ts';
import { isOf, type Whose } from './figures-store.ts';
import { candidatesOf } from './filter-store.ts';
import type { Span } from './range.ts';
import type { Grain } from './tiles.ts';
import { waitsFor } from './waiting-store.ts';

/** A conversation, and its newest text that counts. */
export interface Behind {
  conversationId: string;
  at: Date;
}

/** What else a text has to have. */
export interface Counting {
  templateId?: string | undefined;
  automationId?: string | undefined;
  numberId?: string | undefined;
  errorCode?: string | undefined;
}

type OfTexts = Exclude<Figure, 'waiting' | 'optOuts'>;

interface Texts extends Counting {
  figure: OfTexts;
  whose: Whose;
  span: Span;
}

const QUARTER = 900_000;

/** Which column of which table counts it, and which texts do, of those that `judgedTexts` gives. */
const MEASURES: Record<OfTexts | 'usedAnswered', { column: string; texts: string; answers?: true }> = {
  sent: { column: 'sent', texts: 'm.is_sent' },
  automatic: { column: 'automatic', texts: 'm.is_sent and m.sender_id is null' },
  delivered: { column: 'delivered', texts: `m.is_sent and m.status = 'delivered'` },
  failed: { column: 'failed', texts: 'm.is_failed' },
  received: { column: 'received', texts: 'm.inbound' },
  started: { column: 'started', texts: 'm.is_start and not m.inbound' },
  answered: { column: 'answered', texts: 'm.is_answered' },
  usedAnswered: { column: 'used_answered', texts: 'm.is_used_answered' },
  startedByCandidates: { column: 'started_by_candidates', texts: 'm.is_start and m.inbound' },
  candidateAnswers: { column: 'by_candidate', texts: 'm.is_answer and m.inbound', answers: true },
  ourAnswers: { column: 'by_us', texts: 'm.is_answer and not m.inbound', answers: true },
};

/** Of a template or an automation, what counts as answered is each use. */
function measureOf({ figure, templateId, automationId }: Texts) {
  const isOfUses = templateId !== undefined || automationId !== undefined;
  return MEASURES[figure === 'answered' && isOfUses ? 'usedAnswered' : figure];
}

/** SQL: the conditions on figures, texts or opt-outs with the alias. */
function has(alias: 't' | 'm' | 'e', { templateId, automationId, numberId, errorCode }: Counting) {
  const columns = [
    ['template_id', templateId],
    ['automation_id', automationId],
    ['number_id', numberId],
    ['error_code', errorCode],
  ] as const;
  const conditions = columns.flatMap(([column, value]) =>
    value === undefined ? [] : [sql` and ${sql.ref(`${alias}.${column}`)} = ${value}`],
  );
  return sql`${sql.join([sql``, ...conditions], sql``)}`;
}

/** SQL: whether a text or an opt-out is one of those whose figures are asked for. */
function belongs(alias: 'm' | 'e', { personId, seatIds }: Whose): RawBuilder<boolean> {
  return sql<boolean>`
    ${personId === null ? sql`true` : sql`${sql.ref(`${alias}.person_id`)} = ${personId}`}
    and ${seatIds === null ? sql`true` : sql`${sql.ref(`${alias}.seat_id`)} = any(${seatIds}::uuid[])`}`;
}

/** When something counts, newest first; of the months and days at the edges also what lies beyond. */
export async function listTimes(db: Db, texts: Texts, grain: Grain, { from, to }: Span): Promise<Date[]> {
  const { column, answers } = measureOf(texts);
  // Figures of answers aren't by template and the like. What has none of those is left out later, text by text.
  const table = answers ? sql`answer_figures` : sql`text_figures`;
  const counting = answers ? sql`` : has('t', texts);
  const { rows } = await sql<{ startsAt: Date }>`
    select t.starts_at as "startsAt" from ${table} t
     where ${isOf(texts.whose)} and t.grain = ${grain} and t.starts_at < ${to}
       and t.starts_at >= ${sql.raw(beginningOf[grain])(from)} and ${sql.ref(`t.${column}`)} > 0 ${counting}
     group by t.starts_at order by t.starts_at desc`.execute(db);
  return rows.map(({ startsAt }) => startsAt);
}
