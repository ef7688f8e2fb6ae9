import type { PlanType } from '../../../../contract/accounts.ts';
import { MAX_AUTOMATIC_TEXTS_A_DAY } from '../../../../contract/automations.ts';
import type { HoldKind } from '../../../../contract/conversations.ts';
import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';
import type { FailureCode } from '../../../../contract/failure.ts';
import type { LinkStatus } from '../../../../contract/seats.ts';
import { SendabilityReason } from '../../../../contract/sendability-reason.ts';
import { Failure } from '../../../failure.ts';

/* Can this text go out now? All code that writes or sends texts asks here, and nowhere else. */

export interface GateFacts {
  /** When it would go. */
  at: Date;
  /** An answer to STOP, START or HELP. */
  isConfirmation: boolean;
  /** From then on it isn't sent anymore. */
  expiresAt: Date | null;
  /** When the candidate wrote what it answers. */
  answersMessageAt: Date | null;
  /** The sender has left, or is leaving, and no one decided that their texts go out all the same. */
  senderIsGone: boolean;
  /** The account is about to be deleted. */
  isClosing: boolean;
  planType: PlanType;
  /** The first invoice isn't paid, and the texts that it covers are used up. */
  isInvoiceUnpaid: boolean;
  /** A payment is, for longer than its days of grace. */
  isOverdue: boolean;
  /** The company hasn't imported the opt-outs of the product it came from. */
  lacksOptOuts: boolean;
  /** How many bought texts are left; also set if none need be bought. */
  hasTextsLeft: boolean;
  /** The number that its seat texts from now, if that changed. */
  successorId: string | null;
  /** Null: no number. */
  linkStatus: LinkStatus | null;
  /** The carriers take no texts from the number until its company is registered. */
  isUnregistered: boolean;
  isOptedOut: boolean;
  /** What the candidate wrote may mean "stop": it's held until a person has decided, or the reader is asked. */
  hold: HoldKind | null;
  /** There is no consent on record that the company wants first; of a broadcast's text also: nor have they written of late. */
  lacksConsent: boolean;
  /** The candidate wrote something that isn't clearly ordinary, and no person has read it. Asked of planned texts only. */
  hasUnreadReply: boolean;
  /** Someone else changed the candidate's number since the last text in the conversation, and no one has confirmed it. */
  isNumberUnconfirmed: boolean;
  /** The last text failed for good: a landline, or no number at all. */
  takesNoTexts: boolean;
  /** When another cold text may go; null: now, or it isn't one. */
  coldUntil: Date | null;
  /** Of a broadcast's text: when the candidate may get another; null: now. */
  broadcastsUntil: Date | null;
  /** When texting is allowed again, if it isn't at that time. */
  quietUntil: Date | null;
  /** Null: a person typed it, or it has passed them. */
  loops: LoopFacts | null;
}

/** What only automatic texts are asked about. */
export interface LoopFacts {
  /** When the automatic texts of the last 24 hours were written that the candidate got from the account; the latest first. */
  automaticTexts: Date[];
  /** The latest text that the candidate wrote, or a person typed. */
  lastTypedAt: Date | null;
  /** It needn't wait until a conversation is over. */
  evenInConversation: boolean;
  /** What it answers was written by a machine. */
  answersAutomatic: boolean;
}

/** Of an answer to STOP, START or HELP that isn't written yet; its number is looked at when it is sent. */
export function confirmationFacts({
  at,
  answersAutomatic,
}: {
  at: Date;
  answersAutomatic: boolean;
}): GateFacts {
  return {
    at,
    isConfirmation: true,
    expiresAt: null,
    answersMessageAt: at,
    senderIsGone: false,
    isClosing: false,
    planType: 'monthly',
    isInvoiceUnpaid: false,
    isOverdue: false,
    lacksOptOuts: false,
    hasTextsLeft: true,
    successorId: null,
    linkStatus: 'linked',
    isUnregistered: false,
    isOptedOut: false,
    hold: null,
    lacksConsent: false,
    hasUnreadReply: false,
    isNumberUnconfirmed: false,
    takesNoTexts: false,
    coldUntil: null,
    broadcastsUntil: null,
    quietUntil: null,
    loops: { automaticTexts: [], lastTypedAt: null, evenInConversation: true, answersAutomatic },
  };
}

const HOUR = 3600_000;
/** Answers to what the candidate has just written are welcome at any hour. */
const JUST_WROTE_MS = HOUR;
/** After so long without a text that anyone typed, a conversation is over. */
const CONVERSATION_MS = HOUR;

const READ_AGAIN_MS = 2 * 60_000;

interface Reason {
  /** Whether it's against the text; if only for some time, until when. */
  applies: (facts: GateFacts) => boolean | Date;
  /** Whether it stops answers to STOP, START and HELP too. */
  stopsConfirmations?: true;
  /** The refusal when a person wants to send it. Null: no one is refused for it. */
  accepting: FailureCode | null;
  /** What becomes of an accepted text whose moment has come. Null: nothing, see the comment. */
  sending: AtSending | null;
  /** What becomes of an automatic text that is due: it waits (`hold`), or never goes out (`drop`). */
  automatic: 'hold' | 'drop';
}

type AtSending =
  | { kind: 'refuse' | 'cancel'; errorCode: DeliveryErrorCode }
  /** Until the reason is over. */
  | { kind: 'postpone' }
  /** It goes from the successor. */
  | { kind: 'handOver' };

const refuse = (errorCode: DeliveryErrorCode): AtSending => ({ kind: 'refuse', errorCode });
const cancel = (errorCode: DeliveryErrorCode): AtSending => ({ kind: 'cancel', errorCode });

/** THE table: every reason why a text can't go out, the most serious first, and what it means in each situation. */
export const gate = {
  // It was being accepted, or was at a carrier that did not take it, while the others of this person were canceled.
  sender_gone: {
    applies: (facts) => facts.senderIsGone,
    accepting: null,
    sending: cancel('sender_left'),
    automatic: 'hold',
  },
  account_closing: {
    applies: (facts) => facts.isClosing,
    accepting: 'account_closing',
    sending: refuse('sender_not_usable'),
    automatic: 'hold',
  },
  plan_required: {
    applies: (facts) => facts.planType === 'free',
    accepting: 'plan_required',
    sending: cancel('plan_ended'),
    automatic: 'hold',
  },
  // The claim stops the account, and they wait as those of the next row do.
  invoice_unpaid: {
    applies: (facts) => facts.isInvoiceUnpaid,
    accepting: 'invoice_unpaid',
    sending: null,
    automatic: 'hold',
  },
  // The dispatcher leaves them where they are until it's paid, or `refuseOverdue` gives up.
  payment_overdue: {
    applies: (facts) => facts.isOverdue,
    accepting: 'payment_overdue',
    sending: null,
    automatic: 'hold',
  },
  // Anyone may be among those who asked to get no texts.
  opt_outs_missing: {
    applies: (facts) => facts.lacksOptOuts,
    accepting: 'opt_outs_missing',
    sending: refuse('opt_outs_missing'),
    automatic: 'hold',
  },
  // Reserved since it was accepted.
  no_texts_left: {
    applies: (facts) => !facts.hasTextsLeft,
    accepting: 'no_texts_left',
    sending: null,
    automatic: 'hold',
  },
  number_replaced: {
    applies: (facts) => facts.successorId !== null,
    stopsConfirmations: true,
    accepting: null,
    sending: { kind: 'handOver' },
    automatic: 'hold',
  },
  no_number: {
    applies: (facts) => facts.linkStatus === null,
    stopsConfirmations: true,
    accepting: 'no_number',
    sending: refuse('sender_not_usable'),
    automatic: 'hold',
  },
  number_not_linked: {
    applies: ({ linkStatus }) => linkStatus !== null && linkStatus !== 'linked',
    stopsConfirmations: true,
    accepting: 'number_not_linked',
    sending: refuse('sender_not_usable'),
    automatic: 'hold',
  },
  // Carriers block even the answer to STOP.
  number_not_registered: {
    applies: (facts) => facts.linkStatus === 'linked' && facts.isUnregistered,
    stopsConfirmations: true,
    accepting: 'number_not_registered',
    sending: refuse('number_not_registered'),
    automatic: 'hold',
  },
  // The confirmation of an opt-out must not be stopped by that opt-out.
  opted_out: {
    applies: (facts) => facts.isOptedOut,
    accepting: 'opted_out',
    sending: refuse('opted_out'),
    automatic: 'drop',
  },
  conversation_held: {
    applies: (facts) => facts.hold === 'hold',
    accepting: 'conversation_held',
    sending: refuse('held'),
    automatic: 'hold',
  },
  // A person may answer, and has then read it. What was accepted before was written without knowing it.
  reply_unclear: {
    applies: (facts) => facts.hold === 'ask',
    accepting: null,
    sending: refuse('held'),
    automatic: 'hold',
  },
  // Who takes it back has opted out, but a company can want it first after a text was accepted.
  no_consent: {
    applies: (facts) => facts.lacksConsent,
    accepting: 'no_consent',
    sending: refuse('no_consent'),
    automatic: 'hold',
  },
  // It would go to another phone, which the sender may not know. What is accepted keeps the number that it was accepted for.
  number_changed: {
    applies: (facts) => facts.isNumberUnconfirmed,
    accepting: 'number_changed',
    sending: null,
    automatic: 'hold',
  },
  // Advice to a person; a text that was accepted is tried.
  not_textable: {
    applies: (facts) => facts.takesNoTexts,
    accepting: null,
    sending: null,
    automatic: 'hold',
  },
  // Also if it would be by the time at which the text may go.
  too_late: {
    applies: ({ expiresAt, ...facts }) => expiresAt !== null && mayGoAt(facts) >= expiresAt,
    accepting: 'not_planned',
    sending: refuse('too_late'),
    automatic: 'drop',
  },
  // Two machines would keep answering each other.
  answers_automatic: {
    applies: ({ loops }) => loops?.answersAutomatic ?? false,
    stopsConfirmations: true,
    accepting: null,
    sending: null,
    automatic: 'drop',
  },
  // Nothing reports when it is read, so it is checked again soon.
  reply_unread: {
    applies: unreadUntil,
    accepting: null,
    sending: null,
    automatic: 'hold',
  },
  // Asked when it is accepted, or due: from then on it counts.
  too_many_cold_texts: {
    applies: coldUntil,
    accepting: 'too_many_cold_texts',
    sending: null,
    automatic: 'hold',
  },
  // The same, of texts of broadcasts.
  too_many_broadcasts: {
    applies: broadcastsUntil,
    accepting: null,
    sending: null,
    automatic: 'hold',
  },
  // These two are asked once, when the text is due.
  too_many_automatic_texts: {
    applies: tooManyUntil,
    accepting: 'too_many_automatic_texts',
    sending: null,
    automatic: 'hold',
  },
  in_conversation: {
    applies: inConversationUntil,
    // A person who sends it now wants it now.
    accepting: null,
    sending: null,
    automatic: 'hold',
  },
  quiet_hours: {
    applies: quietUntil,
    accepting: 'quiet_hours',
    sending: { kind: 'postpone' },
    automatic: 'hold',
  },
} as const satisfies Record<string, Reason>;

export type GateReason = keyof typeof gate;

const rows: [GateReason, Reason][] = Object.entries(gate) as [GateReason, Reason][];

interface Found {
  reason: GateReason;
  /** When it's over; null if unknown. */
  nextAt: Date | null;
}

/** Every reason against a text, the most serious first. None: it can go. */
export function reasonsAgainst(facts: GateFacts): Found[] {
  const found: Found[] = [];
  for (const [reason, { applies, stopsConfirmations }] of rows) {
    if (facts.isConfirmation && !stopsConfirmations) continue;
    const until = applies(facts);
    if (until !== false) found.push({ reason, nextAt: until === true ? null : until });
  }
  return found;
}

/** When a person wants to send it. */
export function requireSendable(facts: GateFacts): void {
  const against = reasonsAgainst(facts).flatMap(({ reason, nextAt }) => {
    const code: FailureCode | null = gate[reason].accepting;
    return code === null ? [] : [{ code, nextAt }];
  });
  const [first] = against;
  if (first === undefined) return;
  const ends = against.flatMap(({ nextAt }) => nextAt?.getTime() ?? []);
  throw new Failure(first.code, {
    reasons: against.map(({ code }) => code),
    ...(ends.length === against.length && { nextSendAt: new Date(Math.max(...ends)).toISOString() }),
  });
}

/** Whether a person could send it now, or at another hour if only the hour is against it. */
export function mayBeAccepted(facts: GateFacts): boolean {
  return reasonsAgainst(facts).every(
    ({ reason, nextAt }) => nextAt !== null || gate[reason].accepting === null,
  );
}

type Decision =
  | { kind: 'send' }
  | { kind: 'refuse' | 'cancel'; errorCode: DeliveryErrorCode }
  | { kind: 'postpone'; until: Date }
  | { kind: 'handOver'; numberId: string };

/** Of an accepted text whose moment has come. */
export function decideAtSending(facts: GateFacts): Decision {
  for (const { reason, nextAt } of reasonsAgainst(facts)) {
    const effect: AtSending | null = gate[reason].sending;
    if (effect === null) continue;
    if (effect.kind === 'postpone') return { kind: 'postpone', until: nextAt ?? facts.at };
    if (effect.kind === 'handOver') return { kind: 'handOver', numberId: facts.successorId ?? '' };
    return effect;
  }
  return { kind: 'send' };
}

export function isShown(reason: GateReason): reason is GateReason & SendabilityReason {
  return SendabilityReason.options.some((shown) => shown === reason);
}

/** Why a text that a person scheduled is held, where another is refused. Null: it isn't. */
export function heldFor(facts: GateFacts): SendabilityReason | null {
  const first = reasonsAgainst(facts).find(({ reason }) => gate[reason].sending !== null)?.reason;
  if (first === undefined || gate[first].sending?.kind !== 'refuse') return null;
  if (first === 'reply_unclear') return 'conversation_held';
  return isShown(first) ? first : null;
}

type AutomaticDecision =
  | { kind: 'send' }
  /** `nextAt`: when to ask again; null: when something has changed. */
  | { kind: 'hold'; reason: GateReason; nextAt: Date | null }
  | { kind: 'drop'; reason: GateReason };

/** Of an automatic text that is due, before it is written. */
export function decideAutomatic(facts: GateFacts): AutomaticDecision {
  const found = reasonsAgainst(facts);
  const [first] = found;
  if (first === undefined) return { kind: 'send' };
  const dropping = found.find(({ reason }) => gate[reason].automatic === 'drop');
  if (dropping !== undefined) return { kind: 'drop', reason: dropping.reason };
  const isOpen = found.some(({ nextAt }) => nextAt === null);
  return { kind: 'hold', reason: first.reason, nextAt: isOpen ? null : mayGoAt(facts) };
}

export function hasJustWritten(facts: { answersMessageAt: Date | null; at: Date }): boolean {
  const { answersMessageAt, at } = facts;
  return answersMessageAt !== null && at.getTime() - answersMessageAt.getTime() < JUST_WROTE_MS;
}

type Timed = Pick<
  GateFacts,
  'at' | 'answersMessageAt' | 'quietUntil' | 'loops' | 'hasUnreadReply' | 'coldUntil' | 'broadcastsUntil'
>;

/** When everything that passes by itself is over. */
function mayGoAt(facts: Timed): Date {
  const times = [quietUntil, coldUntil, broadcastsUntil, tooManyUntil, inConversationUntil, unreadUntil].map(
    (until) => until(facts),
  );
  return new Date(Math.max(...times.map((time) => (time || facts.at).getTime())));
}

function quietUntil(facts: Timed): Date | false {
  return facts.quietUntil !== null && !hasJustWritten(facts) && facts.quietUntil;
}

function coldUntil(facts: Timed): Date | false {
  return facts.coldUntil ?? false;
}

function broadcastsUntil(facts: Timed): Date | false {
  return facts.broadcastsUntil ?? false;
}

function tooManyUntil({ loops, at }: Timed): Date | false {
  const oldest = loops?.automaticTexts[MAX_AUTOMATIC_TEXTS_A_DAY - 1];
  return oldest !== undefined && over(oldest, 24 * HOUR, at);
}

function inConversationUntil({ loops, at }: Timed): Date | false {
  if (loops === null || loops.evenInConversation || loops.lastTypedAt === null) return false;
  return over(loops.lastTypedAt, CONVERSATION_MS, at);
}

function unreadUntil({ hasUnreadReply, at }: Timed): Date | false {
  return hasUnreadReply && new Date(at.getTime() + READ_AGAIN_MS);
}

/** When this much time has passed since then; false if it has. */
function over(since: Date, ms: number, at: Date): Date | false {
  const end = new Date(since.getTime() + ms);
  return end > at && end;
}
