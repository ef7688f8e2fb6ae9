import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import {
  callsForReply,
  isMachine,
  type Period,
  REPEATS_WITHIN_MS,
  replyText,
} from '../../out-of-office/rules.ts';
import { claimReply } from '../../out-of-office/store.ts';
import { countAutomaticInHour } from '../sending/automatic-facts.ts';
import { writeAutomatic } from '../sending/write-automatic.ts';

/** An absence of the person on whose seat a text arrived; switched on, even if for later. */
export interface Absence extends Period {
  id: string;
  userId: string;
  message: string;
}

interface Arrived {
  accountId: string;
  companyName: string;
  conversationId: string;
  candidateId: string;
  messageId: string;
  /** E.164, of who wrote. */
  from: string;
  body: string;
  writtenAt: Date;
  receivedAt: Date;
}

/**
 * The out-of-office reply to a text that has just been processed, in the same transaction: once for each candidate and
 * absence. It goes out as any text does, so consent and the hour are looked at again when it is sent.
 */
export async function answerWhileAway(tx: Tx, deps: Deps, absence: Absence, arrived: Arrived): Promise<void> {
  const { accountId, conversationId, candidateId, receivedAt } = arrived;
  const now = deps.clock();
  if (!callsForReply({ ...arrived, period: absence, now })) return;
  const [{ hasBeenTexted, ...seen }, automaticTexts] = await Promise.all([
    findSigns(tx, arrived),
    countAutomaticInHour(tx, { accountId, conversationId, before: receivedAt }),
  ]);
  const { userId, id: absenceId } = absence;
  await writeAutomatic(
    tx,
    deps,
    {
      accountId,
      candidateId,
      conversationId,
      body: replyText(absence.message, hasBeenTexted ? null : arrived),
      answersMessageAt: receivedAt,
      expiresAt: null,
      answersAutomatic: isMachine({ ...arrived, ...seen, automaticTexts }),
    },
    () => claimReply(tx, { accountId, userId, candidateId, absenceId, at: now }),
  );
}

interface Signs {
  isBusinessNumber: boolean;
  repeats: boolean;
  hasBeenTexted: boolean;
}

/** Signs of who is at the other end: one look at our numbers and the end of the thread. */
async function findSigns(
  tx: Tx,
  { accountId, conversationId, messageId, from, body, receivedAt }: Arrived,
): Promise<Signs> {
  const justNow = new Date(receivedAt.getTime() - REPEATS_WITHIN_MS);
  const inThread = sql`m.account_id = ${accountId} and m.conversation_id = ${conversationId}`;
  const { rows } = await sql<Signs>`
    select exists (select 1 from number_directory where phone_number = ${from}) as "isBusinessNumber",
           exists (select 1 from messages m
                    where ${inThread} and m.created_at > ${justNow} and m.direction = 'inbound'
                      and m.id <> ${messageId} and m.body = ${body} and m.body <> '') as "repeats",
           -- In the order of the index; otherwise a long thread reads the whole table.
           coalesce((select true from messages m where ${inThread} and m.direction = 'outbound'
                      order by m.created_at desc limit 1), false) as "hasBeenTexted"`.execute(tx);
  return rows[0] ?? { isBusinessNumber: false, repeats: false, hasBeenTexted: false };
}
