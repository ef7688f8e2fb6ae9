import type pg from 'pg';

/* What figures have to be, by the rules in words and one text after the other. For tests, on its own. */

interface Text {
  id: string;
  conversation_id: string;
  direction: 'inbound' | 'outbound';
  status: string;
  segments: number;
  number_id: string;
  sender_id: string | null;
  carrier_id: string | null;
  error_code: string | null;
  call_outcome: string | null;
  created_at: Date;
  scheduled_at: Date | null;
  claimed_at: Date | null;
  sent_at: Date | null;
  template_id: string | null;
  automation_id: string | null;
  seat_id: string | null;
  person_id: string | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STEPS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 360, 480,
  600, 720, 960, 1200, 1440, 2160, 2880, 4320, 5760, 7200, 10_080, 20_160, 43_200,
];

const KEYS = [
  'seat_id',
  'person_id',
  'number_id',
  'template_id',
  'automation_id',
  'error_code',
  'minutes',
] as const;
const KINDS = {
  person: 'person_id',
  number: 'number_id',
  template: 'template_id',
  automation: 'automation_id',
  error: 'error_code',
  minutes: 'minutes',
} as const;

type Figures = Map<string, Record<string, number>>;

const timeOf = (text: Text) =>
  (text.claimed_at ?? text.sent_at ?? text.scheduled_at ?? text.created_at).getTime();
const isReceived = (text: Text) => text.direction === 'inbound' && text.call_outcome === null;
const isSent = (text: Text) => text.direction === 'outbound' && text.carrier_id !== null;
const isTyped = (text: Text) => isReceived(text) || (isSent(text) && text.sender_id !== null);

function add(figures: Figures, key: unknown[], counts: Record<string, number>): void {
  const name = JSON.stringify(key);
  const row = figures.get(name) ?? {};
  for (const [measure, count] of Object.entries(counts)) row[measure] = (row[measure] ?? 0) + count;
  figures.set(name, row);
}

type Keys = Pick<Text, 'seat_id' | 'person_id' | 'template_id' | 'automation_id' | 'error_code'> & {
  number_id: string | null;
  minutes: number | null;
};

/** As a fact, by the quarter of an hour, and in each sum that it is part of. */
function addFact(figures: Figures, at: number, keys: Keys, counts: Record<string, number>): void {
  const quarter = new Date(Math.floor(at / (15 * MINUTE)) * 15 * MINUTE).toISOString();
  add(figures, ['fact', quarter, ...KEYS.map((name) => keys[name])], counts);
  add(figures, ['quarter', quarter, 'everyone', null], counts);
  for (const [grain, startsAt] of [
    ['day', `${quarter.slice(0, 10)}T00:00:00.000Z`],
    ['month', `${quarter.slice(0, 7)}-01T00:00:00.000Z`],
  ]) {
    add(figures, [grain, startsAt, 'everyone', null], counts);
    for (const [kind, name] of Object.entries(KINDS)) {
      const key = keys[name];
      add(figures, [grain, startsAt, kind, key === null ? null : String(key)], counts);
    }
  }
}

function isAnsweredFirst(text: Text, thread: Text[]): boolean {
  const at = timeOf(text);
  const answers = thread.filter(isReceived).map((one) => one.created_at.getTime());
  const answer = Math.min(...answers.filter((time) => time >= at && time <= at + 72 * HOUR));
  if (answer === Number.POSITIVE_INFINITY) return false;
  return !thread.some(
    (other) =>
      isSent(other) &&
      isTyped(other) &&
      other !== text &&
      other.created_at >= text.created_at &&
      other.created_at.getTime() < answer &&
      timeOf(other) > at &&
      timeOf(other) < answer,
  );
}

/** In how many minutes it answers what waited for it. */
function minutesOf(text: Text, typed: Text[]): number | null {
  const before = typed.at(-1);
  if (before === undefined || before.direction === text.direction) return null;
  const own = typed.findLastIndex((one) => one.direction === text.direction);
  const waiting = typed.slice(own + 1);
  const first =
    waiting.findLast((one, index) => {
      const previous = waiting[index - 1];
      return previous === undefined || timeOf(previous) < timeOf(one) - 30 * 24 * HOUR;
    }) ?? before;
  const wait = timeOf(text) - timeOf(first);
  if (wait < 0) return null;
  const minutes = Math.max(1, Math.ceil(wait / MINUTE));
  return STEPS.find((one) => one >= minutes) ?? 43_200;
}

function countThread(thread: Text[], figures: Figures): void {
  const typed: Text[] = [];
  for (const text of thread) {
    const at = timeOf(text);
    const received = isReceived(text);
    const sent = isSent(text);
    const failed = text.direction === 'outbound' && ['failed', 'undelivered'].includes(text.status);
    if (!received && !sent && !failed) continue;
    const before = typed.at(-1);
    const starts = isTyped(text) && (before === undefined || timeOf(before) < at - 30 * 24 * HOUR);
    const minutes = isTyped(text) && !starts ? minutesOf(text, typed) : null;
    const isAnswered = thread.some(
      (one) =>
        isReceived(one) && one.created_at.getTime() >= at && one.created_at.getTime() <= at + 72 * HOUR,
    );
    const isUse = sent && (text.template_id !== null || text.automation_id !== null);
    addFact(
      figures,
      at,
      { ...text, error_code: failed ? text.error_code : null, minutes },
      {
        sent: Number(sent),
        automatic: Number(sent && text.sender_id === null),
        sent_segments: sent ? text.segments : 0,
        delivered: Number(sent && text.status === 'delivered'),
        failed: Number(failed),
        received: Number(received),
        received_segments: received ? text.segments : 0,
        started: Number(starts && sent),
        answered: Number(starts && sent && isAnswered),
        started_by_candidates: Number(starts && received),
        used_answered: Number(isUse && isAnsweredFirst(text, thread)),
        by_candidate: Number(minutes !== null && received),
        by_us: Number(minutes !== null && sent),
      },
    );
    if (isTyped(text)) typed.push(text);
  }
}

const sorted = (figures: Figures) =>
  [...figures]
    .flatMap(([key, row]) => {
      const counts = Object.keys(row)
        .sort()
        .flatMap((name) => (row[name] ? [`${name} ${row[name]}`] : []));
      return counts.length === 0 ? [] : [`${key} ${counts}`];
    })
    .sort();

/** What the texts of an account come to, a line for each kind of fact and for each sum. */
export async function countByHand(pool: pg.Pool, accountId: string): Promise<string[]> {
  const messages = await pool.query<Text>('select * from messages where account_id = $1', [accountId]);
  const events = await pool.query<Text>(
    `select * from consent_events where account_id = $1 and change = 'optedOut'`,
    [accountId],
  );
  const figures: Figures = new Map();
  for (const thread of Map.groupBy(messages.rows, (text) => text.conversation_id).values())
    countThread(
      thread.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)),
      figures,
    );
  for (const event of events.rows)
    addFact(
      figures,
      event.created_at.getTime(),
      { ...event, error_code: null, minutes: null },
      { opt_outs: 1 },
    );
  return sorted(figures);
}

/** What is stored of it. */
export async function storedFigures(pool: pg.Pool, accountId: string): Promise<string[]> {
  const figures: Figures = new Map();
  const facts = await pool.query('select * from text_facts where account_id = $1', [accountId]);
  for (const fact of facts.rows) {
    const quarter = new Date(Math.floor(fact.at.getTime() / (15 * MINUTE)) * 15 * MINUTE).toISOString();
    const counts = {
      ...Object.fromEntries(
        ['sent', 'automatic', 'delivered', 'failed', 'received', 'started', 'answered', 'used_answered'].map(
          (name) => [name, Number(fact[name])],
        ),
      ),
      sent_segments: fact.sent ? fact.segments : 0,
      received_segments: fact.received ? fact.segments : 0,
      started_by_candidates: Number(fact.started_by_candidate),
      opt_outs: Number(fact.opted_out),
      by_candidate: Number(fact.minutes !== null && fact.received),
      by_us: Number(fact.minutes !== null && fact.sent),
    };
    add(figures, ['fact', quarter, ...KEYS.map((name) => fact[name])], counts);
  }
  const sums = await pool.query('select * from text_sums where account_id = $1', [accountId]);
  for (const { account_id, grain, starts_at, kind, key, ...counts } of sums.rows)
    add(figures, [grain, starts_at.toISOString(), kind, key], counts);
  return sorted(figures);
}
