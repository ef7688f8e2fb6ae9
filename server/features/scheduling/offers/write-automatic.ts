import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { lockRemainingTexts, reserveTexts } from '../../billing/ledger/ledger.ts';
import { isPrepaid } from '../../billing/ledger/rules.ts';
import { gateFacts } from '../../texting/conversations/gate-facts.ts';
import { automaticText, writeTexts } from '../../texting/conversations/write-texts.ts';
import { decideAutomatic } from '../../texting/gate/gate.ts';
import { findTargetFacts } from '../../texting/sending/accept-facts.ts';
import { findAutomaticFacts } from '../../texting/sending/automatic-facts.ts';

interface Text {
  accountId: string;
  candidateId: string;
  conversationId: string;
  body: string;
  /** When the candidate wrote what it answers. */
  answersMessageAt: Date;
  /** Then nobody needs it any more. */
  expiresAt: Date;
}

/** A text that answers by itself. False: it can't go out now, so a person has to answer. */
export async function writeAutomatic(tx: Tx, deps: Deps, text: Text): Promise<boolean> {
  const { accountId, candidateId, conversationId, body, answersMessageAt, expiresAt } = text;
  const now = deps.clock();
  const asked = { accountId, conversationId, candidateId: null, phoneNumber: null, seatId: null };
  const [target] = await findTargetFacts(tx, [asked]);
  if (target === undefined || target.phoneNumber === null || target.numberId === null) return false;
  const { phoneNumber, numberId } = target;
  const automatic = (await findAutomaticFacts(tx, accountId, [candidateId], now)).get(candidateId);
  const written = automaticText(
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
  const hasTextsLeft =
    !isPrepaid(deps, target) ||
    ((await lockRemainingTexts(tx, [accountId])).get(accountId) ?? 0) >= written.segments;
  const facts = gateFacts(
    deps,
    { ...target, phoneNumber },
    {
      at: now,
      expiresAt,
      answersMessageAt,
      hasTextsLeft,
      takesNoTexts: false,
      loops: {
        automaticTexts: automatic?.automaticTexts ?? [],
        lastTypedAt: automatic?.lastTypedAt ?? null,
        evenInConversation: true,
        answersAutomatic: false,
      },
    },
  );
  if (decideAutomatic(facts).kind !== 'send') return false;
  if (isPrepaid(deps, target)) await reserveTexts(tx, [written]);
  await writeTexts(tx, [written]);
  return true;
}
