import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { lockRemainingTexts, reserveTexts } from '../../billing/ledger/ledger.ts';
import { isPrepaid } from '../../billing/ledger/rules.ts';
import { gateFacts } from '../conversations/gate-facts.ts';
import { automaticText, writeTexts } from '../conversations/write-texts.ts';
import { decideAutomatic } from '../gate/gate.ts';
import { findTargetFacts } from './accept-facts.ts';
import { findAutomaticFacts } from './automatic-facts.ts';

interface AutomaticReply {
  accountId: string;
  candidateId: string;
  conversationId: string;
  body: string;
  /** When the candidate wrote what it answers. */
  answersMessageAt: Date;
  /** Then no one needs it anymore. */
  expiresAt: Date | null;
  /** What it answers was written by a machine. */
  answersAutomatic: boolean;
}

/**
 * Writes a text that answers by itself; the hour is checked when it is sent. False: it can't go out, so nothing is written.
 * `claim` runs last and returns whether it is still to be written.
 */
export async function writeAutomatic(
  tx: Tx,
  deps: Deps,
  reply: AutomaticReply,
  claim: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { accountId, candidateId, conversationId, body, answersMessageAt, expiresAt } = reply;
  const now = deps.clock();
  const asked = { accountId, conversationId, candidateId: null, phoneNumber: null, seatId: null };
  const [[target], found] = await Promise.all([
    findTargetFacts(tx, [asked]),
    findAutomaticFacts(tx, accountId, [candidateId], now),
  ]);
  if (target === undefined || target.phoneNumber === null || target.numberId === null) return false;
  const { phoneNumber, numberId } = target;
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
      quietUntil: null,
      loops: {
        automaticTexts,
        lastTypedAt,
        evenInConversation: true,
        answersAutomatic: reply.answersAutomatic,
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
