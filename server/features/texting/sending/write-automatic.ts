import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { lockRemainingTexts, reserveTexts } from '../../billing/ledger/ledger.ts';
import { isPrepaid } from '../../billing/ledger/rules.ts';
import { gateFacts } from '../conversations/gate-facts.ts';
import { automaticText, writeTexts } from '../conversations/write-texts.ts';
import { decideAutomatic } from '../gate/gate.ts';
import { lockColdTexts } from '../touches/cold-texts.ts';
import { warmSince } from '../touches/rules.ts';
import { findTargetFacts } from './accept-facts.ts';
import { findAutomaticFacts } from './automatic-facts.ts';

interface AutomaticText {
  accountId: string;
  candidateId: string;
  conversationId: string;
  body: string;
}

interface AutomaticReply extends AutomaticText {
  /** When the candidate wrote what it answers. */
  answersMessageAt: Date;
  /** Then no one needs it anymore. */
  expiresAt: Date | null;
  /** What it answers was written by a machine. */
  answersAutomatic: boolean;
}

/** It answers nothing, so it's a cold text, and goes at the hours for those. */
interface ConsentQuestion extends AutomaticText {
  /** Not if the candidate has another number now. */
  asksConsentOf: string;
}

/**
 * Writes an automatic text; the hour of a reply is checked when it is sent. False: it can't go out, so nothing is
 * written. `claim` runs last and returns whether it is still to be written.
 */
export async function writeAutomatic(
  tx: Tx,
  deps: Deps,
  automatic: AutomaticReply | ConsentQuestion,
  claim: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { accountId, candidateId, conversationId, body } = automatic;
  const isQuestion = 'asksConsentOf' in automatic;
  const { answersMessageAt, expiresAt } = isQuestion
    ? { answersMessageAt: null, expiresAt: null }
    : automatic;
  const now = deps.clock();
  const cold = { senderId: null, at: now, warmSince: warmSince(now) };
  const asked = {
    accountId,
    conversationId,
    candidateId: null,
    phoneNumber: null,
    seatId: null,
    ...(isQuestion ? { cold } : {}),
  };
  const [[target], found] = await Promise.all([
    findTargetFacts(tx, [asked]),
    findAutomaticFacts(tx, accountId, [candidateId], now),
  ]);
  if (target === undefined || target.phoneNumber === null || target.numberId === null) return false;
  const { phoneNumber, numberId } = target;
  if (isQuestion && phoneNumber !== automatic.asksConsentOf) return false;
  const coldTexts = await lockColdTexts(tx, target.isCold ? [{ accountId, phoneNumber }] : [], now);
  const { automaticTexts = [], lastTypedAt = null } = found.get(candidateId) ?? {};
  const facts = gateFacts(
    deps,
    { ...target, phoneNumber },
    {
      at: now,
      expiresAt,
      answersMessageAt,
      hasTextsLeft: true,
      takesNoTexts: false,
      coldUntil: coldTexts.until({ accountId, phoneNumber, senderId: null, at: now }, target),
      ...(isQuestion ? { lacksConsent: false } : { quietUntil: null }),
      loops: {
        automaticTexts,
        lastTypedAt,
        evenInConversation: true,
        answersAutomatic: !isQuestion && automatic.answersAutomatic,
      },
    },
  );
  if (decideAutomatic(facts).kind !== 'send') return false;
  const text = automaticText(
    {
      accountId,
      id: deps.newId(),
      conversationId,
      body,
      numberId,
      candidateNumber: phoneNumber,
      automationId: null,
      isConfirmation: false,
      answersMessageAt,
      expiresAt,
    },
    now,
  );
  const isPaidBefore = isPrepaid(deps, target);
  if (isPaidBefore) {
    const left = (await lockRemainingTexts(tx, [accountId])).get(accountId) ?? 0;
    if (left < text.segments) return false;
  }
  if (!(await claim())) return false;
  if (isPaidBefore) await reserveTexts(tx, [text]);
  await writeTexts(tx, [text]);
  return true;
}
