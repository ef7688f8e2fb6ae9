import type { z } from 'zod';
import type { Account } from '../../../contract/accounts.ts';
import { QUARANTINE_DAYS } from '../../../contract/numbers.ts';
import type { PlanEntry as PlanEntrySchema } from '../../../contract/plans.ts';
import { longDate } from '../../lib/dates.ts';
import { money, price } from '../../lib/money.ts';
import { counted } from '../../lib/words.ts';
import { isEnding, type PlanChoice, type PlanPreview } from './billing-query.ts';

export type PlanEntry = z.infer<typeof PlanEntrySchema>;
export type Period = 'monthly' | 'annual';

/** What it is called where only the account is known. */
export function planName({ type, planType, subscriptionInfo }: Account): string {
  if (planType === 'free') return 'No plan chosen yet';
  if (planType === 'payg') return 'Pay as you go';
  const period = planType === 'annual' ? 'yearly' : 'monthly';
  return `${type === 'team' ? 'Team' : 'Personal'} unlimited, ${subscriptionInfo.off ? '' : 'billed '}${period}`;
}

/** How it would be billed with the switch at `period`. */
export function planTypeFor({ planTypes }: PlanEntry, period: Period): PlanChoice['planType'] {
  return planTypes.find((planType) => planType === period) ?? planTypes[0] ?? 'monthly';
}

const unitOf = (planType: PlanChoice['planType']) => (planType === 'annual' ? 'year' : 'month');

function priceOf(plan: PlanEntry, planType: PlanChoice['planType']): number {
  return (planType === 'annual' ? plan.annualPrice : plan.monthlyPrice) ?? 0;
}

/** $15 per month */
export function headlineOf(plan: PlanEntry, planType: PlanChoice['planType']): string {
  const amount = priceOf(plan, planType);
  if (amount === 0) return 'Free';
  const each = plan.accountType === 'team' ? ' per recruiter' : '';
  return `${price(amount, plan.currency)}${each} per ${unitOf(planType)}`;
}

/** 3 recruiters: $75 per month */
export function totalOf(
  plan: PlanEntry,
  planType: PlanChoice['planType'],
  recruiters: number,
): string | null {
  const amount = priceOf(plan, planType);
  if (amount === 0 || !Number.isInteger(recruiters) || recruiters < 1) return null;
  const who = counted(recruiters, 'recruiter');
  return `${who}: ${price(amount * recruiters, plan.currency)} per ${unitOf(planType)}`;
}

/** What a year costs less than twelve months, or why a plan without a price takes a card. */
export function noteOf(plan: PlanEntry, planType: PlanChoice['planType']): string | null {
  if (priceOf(plan, planType) === 0)
    return planType === 'payg'
      ? 'Your card only pays for the texts you buy.'
      : "Your card isn't charged while this plan is free.";
  if (planType !== 'annual' || plan.monthlyPrice === null || plan.annualPrice === null) return null;
  const saved = plan.monthlyPrice * 12 - plan.annualPrice;
  if (saved <= 0) return null;
  return `${price(saved, plan.currency)} less than paying by the month`;
}

/** The smaller plan that follows the present one; null: none does. */
export function nextPlanWords({ subscriptionInfo }: Account, timezone: string): string | null {
  const { nextPlan } = subscriptionInfo;
  if (nextPlan === null) return null;
  const { accountType, planType, recruiters, startsAt } = nextPlan;
  const period = planType === 'annual' ? 'yearly' : 'monthly';
  const name =
    planType === 'payg'
      ? 'Pay as you go'
      : accountType === 'team'
        ? `Team unlimited (${seats(recruiters ?? 0)}, billed ${period})`
        : `Personal unlimited (billed ${period})`;
  return `Changes to ${name} on ${longDate(startsAt, timezone)}. Until then, everything works as before.`;
}

/** Of a smaller plan that is about to be chosen; null: it begins at once. */
export function laterWords({ startsAt }: Pick<PlanPreview, 'startsAt'>, timezone: string): string | null {
  return startsAt === null
    ? null
    : `Your plan changes on ${longDate(startsAt, timezone)}, when what you have paid for ends. Until then, everything works as before, and you can change your mind.`;
}

/** What is charged first for a plan that begins later. */
export function firstPaymentWords(
  preview: Pick<PlanPreview, 'startsAt' | 'renewsAt' | 'renewalCents' | 'currency'>,
  choice: Pick<PlanChoice, 'planType' | 'billing'>,
  timezone: string,
): string {
  const { startsAt, renewalCents, currency } = preview;
  if (startsAt === null || renewalCents === 0) return renewalWords(preview, choice, timezone);
  return `You pay ${money(renewalCents, currency)} on ${longDate(startsAt, timezone)}, then every ${unitOf(choice.planType)}.`;
}

/** When the next payment is due, and how much it is. */
export function renewalWords(
  { renewsAt, renewalCents, currency }: Pick<PlanPreview, 'renewsAt' | 'renewalCents' | 'currency'>,
  { planType, billing }: Pick<PlanChoice, 'planType' | 'billing'>,
  timezone: string,
): string {
  const on = longDate(renewsAt, timezone);
  const every = `then every ${unitOf(planType)}`;
  if (renewalCents === 0) return `Renews on ${on} at no charge.`;
  const amount = money(renewalCents, currency);
  return billing === 'invoicing'
    ? `The next invoice, for ${amount}, comes on ${on}, ${every}.`
    : `Renews on ${on} for ${amount}, ${every}.`;
}

/** What is left of what was paid before; null when nothing is. */
export function creditWords({ lines, currency }: Pick<PlanPreview, 'lines' | 'currency'>): string | null {
  const sum = lines.reduce((before, { amountCents }) => before + amountCents, 0);
  return sum < 0 ? `${money(-sum, currency)} is credited toward your next payments.` : null;
}

/** What a plan changes beside the bill. */
export function changesOf(preview: PlanPreview, account: Account, choice: PlanChoice): string[] {
  const { seatsBefore, seatsAfter, numbersReleased } = preview;
  const points: string[] = [];
  if (seatsAfter < seatsBefore)
    points.push(
      `You'll have ${seats(seatsAfter)} instead of ${seatsBefore}. Only available seats are removed; people keep theirs.`,
    );
  else if (choice.accountType === 'team')
    points.push(
      seatsAfter === seatsBefore
        ? `You keep your ${seats(seatsAfter)}.`
        : seatsBefore === 0
          ? `You'll have ${seats(seatsAfter)}.`
          : `You'll have ${seats(seatsAfter)} instead of ${seatsBefore}.`,
    );
  if (numbersReleased > 0)
    points.push(
      numbersReleased === 1
        ? `The number of a removed seat goes too. Texts to it still arrive for ${QUARANTINE_DAYS} days; texts scheduled from it are canceled.`
        : `${numbersReleased} numbers of removed seats go too. Texts to them still arrive for ${QUARANTINE_DAYS} days; texts scheduled from them are canceled.`,
    );
  else if (account.planType !== 'free') points.push('Your numbers and conversations stay.');
  const isOtherwiseBilled =
    account.planType === 'free' || (account.planType === 'payg') !== (choice.planType === 'payg');
  const isKept = account.planType === 'payg' && isEnding(account);
  if (!account.subscriptionInfo.off && (isOtherwiseBilled || isKept))
    points.push(textsAfter(preview, account));
  return points;
}

function textsAfter({ remainingTextsAfter: after }: PlanPreview, { subscriptionInfo }: Account): string {
  const before = subscriptionInfo.remainingTexts ?? 0;
  if (after === null)
    return before > 0
      ? `Texts are unlimited. The ${count(before)} you have left are kept for pay as you go.`
      : 'Texts are unlimited.';
  return after > 0
    ? `You have ${count(after)} left.`
    : 'Texts come in packages. Buy the first one under Billing.';
}

const seats = (number: number) => counted(number, 'seat');
const count = (texts: number) => counted(texts, 'text');
