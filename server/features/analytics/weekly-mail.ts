import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { isAccountStopped } from '../billing/ledger/rules.ts';
import { type Days, daysBefore, type Span, spanOf } from './range.ts';
import { figuresOf } from './report.ts';
import { changesOf, hadTexts, weekToTell } from './weekly-rules.ts';

/* Mails to admins who want them, of last week's figures: each week once. */

interface Admin {
  accountId: string;
  userId: string;
}

export const findWeekly = jobKind({ name: 'findWeekly', payload: z.unknown(), maxAttempts: 1 });
export const mailWeekly = jobKind({
  name: 'mailWeekly',
  payload: z.object({ accountId: z.uuid(), userId: z.uuid() }),
  maxAttempts: 5,
});

export async function runFindWeekly(deps: Deps): Promise<void> {
  const now = deps.clock();
  const admins = await listWanting(deps.db, deps);
  await enqueue(
    deps.db,
    admins
      .filter((admin) => weekOf(admin, now) !== null)
      .map(({ accountId, userId }) => ({
        kind: mailWeekly,
        payload: { accountId, userId },
        key: `mailWeekly:${userId}`,
      })),
  );
}

export async function runMailWeekly(deps: Deps, who: Admin): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const admin = await lockWanting(tx, deps, who);
    const week = admin && weekOf(admin, deps.clock());
    if (!admin || !week) return;
    const span = spanOf(week, admin.timezone);
    const spanBefore = spanOf(daysBefore(week), admin.timezone);
    // The next look finds them again.
    if (await isToBeCounted(tx, who, span)) return;
    const figures = await figuresOf(
      tx,
      { accountId: who.accountId, personId: null, seatIds: null, jobId: null },
      [span, spanBefore],
    );
    const [now, before] = [figures(0), figures(1)];
    // Those that weren't worth a mail aren't looked at again either.
    await sql`
      update users set weekly_figures_mailed = ${week.date}::date
       where account_id = ${who.accountId} and id = ${who.userId}`.execute(tx);
    if (hadTexts(now, before))
      await enqueueMail(tx, deps, { to: admin.email, ...weeklyMail(week, changesOf(now, before), deps) });
  });
}

interface Wanting extends Admin {
  email: string;
  timezone: string;
  /** The Monday of the last week reported. */
  knows: string | null;
}

function wanting(deps: Pick<Deps, 'billing'>) {
  return sql`
    select u.account_id as "accountId", u.id as "userId", u.email, u.timezone, u.weekly_figures_mailed::text as knows
      from users u join accounts on accounts.id = u.account_id
     where u.weekly_figures and u.user_type = 'admin' and u.deactivated_at is null and u.deletes_at is null
       and accounts.type = 'team' and accounts.plan_type <> 'free' and accounts.deletes_at is null
       and not ${isAccountStopped(deps)}`;
}

async function listWanting(db: Db, deps: Pick<Deps, 'billing'>): Promise<Wanting[]> {
  const { rows } = await sql<Wanting>`${wanting(deps)} order by u.id`.execute(db);
  return rows;
}

async function lockWanting(
  tx: Tx,
  deps: Pick<Deps, 'billing'>,
  { accountId, userId }: Admin,
): Promise<Wanting | undefined> {
  const { rows } = await sql<Wanting>`
    ${wanting(deps)} and u.account_id = ${accountId} and u.id = ${userId} for no key update of u`.execute(tx);
  return rows[0];
}

/** The roll-up moves its position at least every hour. */
const BEHIND_HOURS = 2;

/** Whether changes from that time wait for the roll-up, or it hasn't got that far yet. */
async function isToBeCounted(db: Db, { accountId }: Admin, { to }: Span): Promise<boolean> {
  const { rows } = await sql`
    select from fact_marks where account_id = ${accountId} and noted_at < ${to}
     union all
    select from figure_position
     where moved_at < least(${to}::timestamptz, now() - make_interval(hours => ${BEHIND_HOURS})) or missed_since < ${to}
     limit 1`.execute(db);
  return rows.length > 0;
}

/** The week to report to them now. */
function weekOf({ timezone, knows }: Wanting, now: Date): Days | null {
  const week = weekToTell(now, timezone);
  return week === null || (knows !== null && knows >= week.date) ? null : week;
}

function weeklyMail(week: Days, changes: string[], { publicUrl }: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: `Your team's texts, ${dayName(week.date)} to ${dayName(week.enddate)}`,
    paragraphs:
      changes.length === 0
        ? ["Your team's figures were the same as the week before."]
        : ["What changed most in your team's figures from the week before:", ...changes],
    button: {
      label: 'Open Analytics',
      url: `${publicUrl}/dashboard/analytics?range=dates&from=${week.date}&to=${week.enddate}`,
    },
    footnote: 'You can turn off these emails on your account page, under Notifications.',
  });
}

const DAY_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const dayName = (date: string) => DAY_NAME.format(new Date(date));
