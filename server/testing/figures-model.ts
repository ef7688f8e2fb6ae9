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

/** The beginning of the quarter of an hour, the day and the month. */
function startsOf(at: number): [string, string][] {
  const iso = (time: number) => new Date(time).toISOString();
  const quarter = iso(Math.floor(at / (15 * MINUTE)) * 15 * MINUTE);
  const day = `${quarter.slice(0, 10)}T00:00:00.000Z`;
  const month = `${quarter.slice(0, 7)}-01T00:00:00.000Z`;
  return [
    ['quarter', quarter],
    ['day', day],
    ['month', month],
    ['everyone', quarter],
    ['everyone_day', day],
    ['everyone_month', month],
  ];
}

function addText(
  figures: Figures,
  at: number,
  of: Pick<Text, 'seat_id' | 'person_id' | 'template_id' | 'automation_id'> & { number_id: string | null },
  errorCode: string | null,
  counts: Record<string, number>,
): void {
  for (const [grain, startsAt] of startsOf(at)) {
    const keys = [of.seat_id, of.person_id, of.number_id, of.template_id, of.automation_id, errorCode];
    const byTemplate = [null, null, null, of.template_id, null, null];
    const sums: Record<string, (string | null)[]> = {
      everyone: keys.map(() => null),
      everyone_day: byTemplate,
      everyone_month: byTemplate,
    };
    add(figures, [grain, startsAt, ...(sums[grain] ?? keys)], counts);
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

function countThread(thread: Text[], texts: Figures, answers: Figures): void {
  const typed: Text[] = [];
  for (const text of thread) {
    const at = timeOf(text);
    const received = isReceived(text);
    const sent = isSent(text);
    const failed = text.direction === 'outbound' && ['failed', 'undelivered'].includes(text.status);
    if (!received && !sent && !failed) continue;
    const before = typed.at(-1);
    const starts = isTyped(text) && (before === undefined || timeOf(before) < at - 30 * 24 * HOUR);
    const isAnswered = thread.some(
      (one) =>
        isReceived(one) && one.created_at.getTime() >= at && one.created_at.getTime() <= at + 72 * HOUR,
    );
    const isUse = sent && (text.template_id !== null || text.automation_id !== null);
    addText(texts, at, text, failed ? text.error_code : null, {
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
    });
    if (!isTyped(text)) continue;
    if (before !== undefined && before.direction !== text.direction) {
      const own = typed.findLastIndex((one) => one.direction === text.direction);
      const waiting = typed.slice(own + 1);
      const first =
        waiting.findLast((one, index) => {
          const previous = waiting[index - 1];
          return previous === undefined || timeOf(previous) < timeOf(one) - 30 * 24 * HOUR;
        }) ?? before;
      const wait = at - timeOf(first);
      const minutes = Math.max(1, Math.ceil(wait / MINUTE));
      const step = STEPS.find((one) => one >= minutes) ?? 43_200;
      const counts = { by_candidate: Number(received), by_us: Number(!received) };
      if (wait >= 0 && !starts)
        for (const [grain, startsAt] of startsOf(at)) {
          const keys = grain.startsWith('everyone') ? [null, null] : [text.seat_id, text.person_id];
          add(answers, [grain, startsAt, ...keys, step], counts);
        }
    }
    typed.push(text);
  }
}

const sorted = (figures: Figures) =>
  [...figures]
    .map(
      ([key, row]) =>
        `${key} ${Object.keys(row)
          .sort()
          .flatMap((name) => (row[name] ? [`${name} ${row[name]}`] : []))}`,
    )
    .sort();

/** What the texts of an account come to, a line for each row. */
export async function countByHand(
  pool: pg.Pool,
  accountId: string,
): Promise<{ texts: string[]; answers: string[] }> {
  const messages = await pool.query<Text>('select * from messages where account_id = $1', [accountId]);
  const events = await pool.query<Text>(
    `select * from consent_events where account_id = $1 and change = 'optedOut'`,
    [accountId],
  );
  const [texts, answers]: Figures[] = [new Map(), new Map()];
  for (const thread of Map.groupBy(messages.rows, (text) => text.conversation_id).values())
    countThread(
      thread.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)),
      texts as Figures,
      answers as Figures,
    );
  for (const event of events.rows)
    addText(texts as Figures, event.created_at.getTime(), event, null, { opt_outs: 1 });
  return { texts: sorted(texts as Figures), answers: sorted(answers as Figures) };
}

/** What is stored of it. */
export async function storedFigures(
  pool: pg.Pool,
  accountId: string,
): Promise<{ texts: string[]; answers: string[] }> {
  const read = async (table: string, keys: string[]) => {
    const { rows } = await pool.query(`select * from ${table} where account_id = $1`, [accountId]);
    const figures: Figures = new Map();
    for (const { account_id, grain, starts_at, ...row } of rows) {
      const key = [grain, starts_at.toISOString(), ...keys.map((name) => row[name])];
      add(
        figures,
        key,
        Object.fromEntries(Object.entries(row).filter(([name]) => !keys.includes(name))) as never,
      );
    }
    return sorted(figures);
  };
  return {
    texts: await read('text_figures', [
      'seat_id',
      'person_id',
      'number_id',
      'template_id',
      'automation_id',
      'error_code',
    ]),
    answers: await read('answer_figures', ['seat_id', 'person_id', 'minutes']),
  };
}
