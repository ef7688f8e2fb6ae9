import { MAX_BODY_LENGTH } from '../../../contract/text-body.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { type AwaitedAnswer, insertAwaited } from '../texting/conversations/awaited-answers.ts';
import type { Confirming } from '../texting/conversations/gate-facts.ts';
import {
  automaticText,
  ensureConversations,
  type NewText,
  writeTexts,
} from '../texting/conversations/write-texts.ts';
import { decideAutomatic } from '../texting/gate/gate.ts';
import { findTargetFacts, type TargetFacts } from '../texting/sending/accept-facts.ts';
import { type AutomaticFacts, findAutomaticFacts } from '../texting/sending/automatic-facts.ts';
import { mergeValuesOf, renderBody } from '../texting/sending/merge-values.ts';
import { type ColdTexts, lockColdTexts } from '../texting/touches/cold-texts.ts';
import { warmSince } from '../texting/touches/rules.ts';
import type { Rule } from './acting-rules.ts';
import type { CandidateFacts } from './candidate-facts.ts';
import { type Decision, decisionBy, gateFactsOf } from './decide-text.ts';
import { interviewAndStart } from './fill-in.ts';
import { askAgain, decideUnchecked, uncheckedInterview } from './interview-freshness.ts';
import { deadlineOf } from './moment.ts';
import { missingReason } from './plan.ts';
import type { Planned } from './plan-candidates.ts';
import { markSent, putOff } from './planned-store.ts';
import type { Reason } from './reasons.ts';
import { findSenders, type Sender } from './senders.ts';
import type { StoredText } from './settle.ts';

/** The facts of a text that is due. */
interface Due {
  text: StoredText;
  rule: Rule;
  facts: CandidateFacts;
  target: TargetFacts;
  sender: Sender;
  /** Shared by the texts to one candidate. */
  automatic: AutomaticFacts;
}

/** A person who sends one now, and what they answered when they were asked. */
interface SendsNow extends Confirming {
  /** Set if it goes even if the company has texted the candidate too often without an answer. */
  overriding: Actor | null;
}

export type Sent =
  | { id: string; messageId: string }
  | { id: string; decision: Exclude<Decision, { kind: 'send' }> };

/**
 * Makes messages of planned texts whose facts were read in this transaction, or puts them off with the reason. From there the
 * dispatcher sends them like any others. `by`: the person who sends one now, and doesn't wait for its time, or for the end
 * of a talk.
 */
export async function sendTexts(
  tx: Tx,
  deps: Deps,
  accountId: string,
  texts: StoredText[],
  { facts, rules }: Planned,
  by: SendsNow | null = null,
): Promise<Sent[]> {
  const now = deps.clock();
  const known = texts.flatMap((text) => {
    const rule = rules.get(text.automationId);
    const candidate = facts.get(text.candidateId);
    return rule && candidate ? [{ text, rule, facts: candidate }] : [];
  });
  const targets = await findTargetFacts(
    tx,
    known.map(({ text, rule }) => ({
      accountId,
      conversationId: null,
      candidateId: text.candidateId,
      phoneNumber: null,
      seatId: text.seatId,
      // Reminders and onboarding messages are expected.
      ...(rule.type === 'stageMessage'
        ? { cold: { senderId: null, at: now, warmSince: warmSince(now) } }
        : {}),
    })),
  );
  const coldTexts = await lockColdTexts(
    tx,
    targets.flatMap(({ isCold, phoneNumber }) =>
      isCold && phoneNumber !== null ? [{ accountId, phoneNumber }] : [],
    ),
    now,
  );
  const [senders, automatic] = await Promise.all([
    findSenders(tx, accountId, known),
    findAutomaticFacts(
      tx,
      accountId,
      known.map(({ text }) => text.candidateId),
      now,
    ),
  ]);
  const due = known.flatMap((each, index): Due[] => {
    const target = targets[index];
    const sender = senders.get(each.text.id);
    const loops = automatic.get(each.facts.id);
    return target && sender && loops ? [{ ...each, target, sender, automatic: loops }] : [];
  });
  const decided = due.map((each) => ({ ...each, ...decide(deps, each, { now, by, coldTexts }) }));
  await askAgain(
    tx,
    deps,
    accountId,
    decided.flatMap(({ unchecked }) => unchecked ?? []),
  );
  const going = decided.flatMap((each) =>
    each.message === null ? [] : [{ ...each, message: each.message }],
  );
  await writeMessages(tx, deps, accountId, going, now);
  for (const { isOverride, target } of going)
    if (isOverride && by?.overriding)
      await recordAudit(tx, deps, by.overriding, {
        action: 'candidate.textedAnyway',
        subjectId: target.candidateId,
      });
  if (by === null)
    await putOff(
      tx,
      accountId,
      decided.flatMap(({ text, decision }) => (decision.kind === 'send' ? [] : [{ id: text.id, decision }])),
      now,
    );
  return decided.map(({ text, decision, message }) =>
    decision.kind === 'send' ? { id: text.id, messageId: message?.id ?? '' } : { id: text.id, decision },
  );
}

type Going = Due & { message: NewText };

interface Decided {
  decision: Decision;
  message: NewText | null;
  /** It goes only since a person wants it to. */
  isOverride?: boolean;
  unchecked?: ReturnType<typeof uncheckedInterview>;
}

/** One after the other: each text counts for the next one to the same candidate. */
function decide(
  deps: Deps,
  due: Due,
  { now, by, coldTexts }: { now: Date; by: SendsNow | null; coldTexts: ColdTexts },
): Decided {
  const { text, rule, target, automatic } = due;
  const deadline = deadlineOf(rule, text.subjectAt, text.sendAt);
  const cold = {
    accountId: due.sender.accountId,
    phoneNumber: due.facts.phoneNumber,
    senderId: null,
    at: now,
  };
  const until = coldTexts.until(cold, target);
  const coldUntil = by?.overriding ? null : until;
  const asked = gateFactsOf(deps, target, {
    now,
    deadline,
    automatic,
    // A person who sends it now wants it now.
    evenInConversation: by !== null || rule.evenInConversation || rule.type === 'interviewReminder',
    coldUntil,
    by,
  });
  const decision: Decision =
    asked === null
      ? { kind: 'hold', reason: { code: 'no_sender' } }
      : decisionBy(decideAutomatic(asked), asked, target);
  if (decision.kind !== 'send') return { decision, message: null };
  // A person who sends it now has decided that the interview is on.
  const unchecked = by !== null ? null : uncheckedInterview(rule, due.facts, text.subjectId, now);
  if (unchecked !== null)
    return { decision: decideUnchecked(unchecked, text, now), message: null, unchecked };
  const body = fill(due, now);
  if (typeof body !== 'string') return { decision: { kind: 'hold', reason: body }, message: null };
  automatic.automaticTexts.unshift(now);
  coldTexts.add({ ...cold, firstName: null, isBroadcast: false });
  return {
    decision,
    isOverride: until !== coldUntil,
    message: automaticText(
      {
        accountId: due.sender.accountId,
        id: deps.newId(),
        conversationId: target.conversationId ?? '',
        body,
        numberId: target.numberId ?? '',
        candidateNumber: due.facts.phoneNumber,
        automationId: rule.id,
        isConfirmation: false,
        answersMessageAt: null,
        expiresAt: rule.type !== 'stageMessage' && rule.timing !== 'after' ? deadline : null,
      },
      now,
    ),
  };
}

/** The body as it goes out, or why it can't. */
function fill({ text, rule, facts, target, sender }: Due, now: Date): string | Reason {
  const { companyName, links } = sender;
  const values = mergeValuesOf(
    { ...facts, companyName, links, ...interviewAndStart(facts, text.subjectId, now) },
    target,
    sender,
  );
  const rendered = renderBody(text.editedBody ?? rule.body, values, links);
  if (!rendered.ok && rendered.missing.length === 0) return { code: 'unfinished' };
  if (!rendered.ok) return missingReason(rendered.missing);
  return rendered.text.length > MAX_BODY_LENGTH ? { code: 'too_long' } : rendered.text;
}

async function writeMessages(
  tx: Tx,
  deps: Deps,
  accountId: string,
  going: Going[],
  now: Date,
): Promise<void> {
  if (going.length === 0) return;
  const fresh = going.filter(({ target }) => target.conversationId === null);
  const ids = await ensureConversations(
    tx,
    fresh.map(({ target, facts }) => ({
      accountId,
      id: deps.newId(),
      seatId: target.seatId ?? '',
      candidateId: facts.id,
      assigneeId: target.seatUserId,
      at: now,
    })),
  );
  const conversationOf = new Map(fresh.map(({ text }, index) => [text.id, ids[index] ?? '']));
  const written = going.map((each) => ({
    ...each,
    message: {
      ...each.message,
      conversationId: conversationOf.get(each.text.id) ?? each.message.conversationId,
    },
  }));
  await writeTexts(
    tx,
    written.map(({ message }) => message),
  );
  await markSent(
    tx,
    accountId,
    written.map(({ text, message }) => ({ id: text.id, messageId: message.id })),
    now,
  );
  await insertAwaited(tx, accountId, written.map(awaitedOf));
}

const KINDS = {
  interviewReminder: 'interview',
  onboardingMessage: 'onboarding',
  stageMessage: 'stage',
} as const;
/** How long a reply to an onboarding or stage message may be an answer to it. */
const ANSWERED_WITHIN_MS = 7 * 24 * 3600_000;

function awaitedOf({ text, rule, facts, message }: Going): AwaitedAnswer {
  const { createdAt: askedAt, conversationId } = message;
  return {
    candidateId: facts.id,
    kind: KINDS[rule.type],
    subjectId: text.subjectId,
    conversationId,
    askedAt,
    expiresAt:
      rule.type === 'interviewReminder' ? text.subjectAt : new Date(askedAt.getTime() + ANSWERED_WITHIN_MS),
  };
}
