import { type RawBuilder, sql } from 'kysely';

/* What facts come to: in all, and by each of the keys. */

export const QUARTER_MS = 15 * 60_000;

export const quarterOf = (at: RawBuilder<unknown>) => sql`date_bin('15 minutes', ${at}, timestamptz 'epoch')`;

/** Which facts `f` a measure counts. */
export const COUNTS = {
  sent: 'f.sent',
  automatic: 'f.automatic',
  delivered: 'f.delivered',
  failed: 'f.failed',
  received: 'f.received',
  started: 'f.started',
  answered: 'f.answered',
  started_by_candidates: 'f.started_by_candidate',
  opt_outs: 'f.opted_out',
  used_answered: 'f.used_answered',
  by_candidate: '(f.minutes is not null and f.received)',
  by_us: '(f.minutes is not null and f.sent)',
} as const;
export type Measure = keyof typeof COUNTS;

/** By `minutes`: how many answers took up to so many. */
export const KEYS = {
  person: 'person_id',
  number: 'number_id',
  template: 'template_id',
  automation: 'automation_id',
  error: 'error_code',
  minutes: 'minutes',
} as const;
export type Kind = 'everyone' | keyof typeof KEYS;

export const MEASURES = [
  ...(Object.keys(COUNTS) as Measure[]),
  'sent_segments' as const,
  'received_segments' as const,
];

const keys = sql.join(Object.values(KEYS).map((name) => sql.ref(name)));
export const measures = sql.join(MEASURES.map((name) => sql.ref(name)));
/** SQL: the measures of rows that have them, added up. */
export const addedUp = sql.join(MEASURES.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`));

/** SQL: the measures of facts `f` that count `sign` times. */
export const ofFacts = sql.join([
  ...Object.entries(COUNTS).map(
    ([name, counts]) =>
      sql`coalesce(sum(f.sign) filter (where ${sql.raw(counts)}), 0)::int as ${sql.ref(name)}`,
  ),
  ...(['sent', 'received'] as const).map(
    (way) =>
      sql`coalesce(sum(f.sign * f.segments) filter (where f.${sql.ref(way)}), 0)::int as ${sql.ref(`${way}_segments`)}`,
  ),
]);

/** SQL: facts with a `sign`, by all keys together and by what else they are grouped by: first all together, so that each is read once. */
export const together = (facts: RawBuilder<unknown>, by: RawBuilder<unknown>, name: string) => sql`
  select ${by} as ${sql.ref(name)}, ${keys}, ${ofFacts} from ${facts} as f group by 1, ${keys}`;

/** SQL: rows of `together`, in all and by each of the keys. */
export const byKey = (rows: RawBuilder<unknown>, by: string[]) => sql`
  select ${sql.join(by.map((name) => sql.ref(name)))},
         case ${sql.join(
           Object.entries(KEYS).map(
             ([kind, name]) => sql`when grouping(${sql.ref(name)}) = 0 then ${sql.lit(kind)}`,
           ),
           sql` `,
         )} else 'everyone' end as kind,
         coalesce(${sql.join(Object.values(KEYS).map((name) => sql`${sql.ref(name)}::text`))}) as key, ${addedUp}
    from ${rows} as r
   group by ${sql.join(by.map((name) => sql.ref(name)))},
         grouping sets ((), ${sql.join(Object.values(KEYS).map((name) => sql`(${sql.ref(name)})`))})`;
