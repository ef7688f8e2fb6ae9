import { sql } from 'kysely';
import { countSegments } from '../../../contract/segments.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { mayReply, type Period, REPEATS_WITHIN_MS, replyText } from '../out-of-office/rules.ts';
import { claimReply } from '../out-of-office/store.ts';
import { type NewText, writeTexts } from './write-texts.ts';

/** An absence of the person to whose seat a text came; switched on, be it for later. */
export interface Absence extends Period {
  id: string;
  userId: string;
  message: string;
}

interface Arrived {
  accountId: string;
  companyName: string;
  planType: string;
  numberId: string;
  linkStatus: 'linking' | 'linked' | 'rejected';
  conversationId: string;
  candidateId: string;
  messageId: string;
  /** E.164, of who wrote. */
  from: string;
  body: string;
  writtenAt: Date;
  receivedAt: Date;
  concernsConsent: boolean;
  isOptedOut: boolean;
}

/**
 * The out-of-office reply to a text that has just been worked in, in the same transaction: once for each candidate and
 * absence. It goes out as any text does, so consent and the hour are looked at again when it is sent.
 */
export async function answerWhileAway(
  tx: Tx,
  deps: Deps,
  absence: Absence,
  arrived: Arrived,
): Promise<NewText | null> {
  const { accountId, conversationId, candidateId, receivedAt } = arrived;
  const now = deps.clock();
  const { hasBeenTexted, ...history } = await findHistory(tx, arrived);
  if (!mayReply({ ...arrived, ...history, period: absence, now })) return null;
  const { userId, id: absenceId } = absence;
  if (!(await claimReply(tx, { accountId, userId, candidateId, absenceId, at: now }))) return null;

  const body = replyText(absence.message, hasBeenTexted ? null : { companyName: arrived.companyName });
  const reply: NewText = {
    accountId,
    id: deps.newId(),
    conversationId,
    body,
    status: 'queued',
    segments: countSegments(body).segments,
    numberId: arrived.numberId,
    candidateNumber: arrived.from,
    senderId: null,
    isAutomatic: true,
    isConfirmation: false,
    answersMessageAt: receivedAt,
    createdAt: now,
    scheduledAt: null,
    sendAfter: now,
  };
  await writeTexts(tx, [reply]);
  return reply;
}

const HOUR = 3600_000;

/** What the rules have to know beside the text itself; one look at the end of the thread. */
async function findHistory(
  tx: Tx,
  { accountId, conversationId, messageId, from, body, receivedAt }: Arrived,
): Promise<{
  isHeld: boolean;
  isBusinessNumber: boolean;
  repeats: boolean;
  automaticTexts: number;
  hasBeenTexted: boolean;
}> {
  const lastHour = new Date(receivedAt.getTime() - HOUR);
  const justNow = new Date(receivedAt.getTime() - REPEATS_WITHIN_MS);
  const inThread = sql`m.account_id = ${accountId} and m.conversation_id = ${conversationId}`;
  const { rows } = await sql<Awaited<ReturnType<typeof findHistory>>>`
    select c.held_message_id is not null as "isHeld",
           exists (select 1 from number_directory where phone_number = ${from}) as "isBusinessNumber",
           exists (select 1 from messages m
                    where ${inThread} and m.created_at > ${justNow} and m.direction = 'inbound'
                      and m.id <> ${messageId} and m.body = ${body} and m.body <> '') as "repeats",
           (select count(*)::int from messages m
             where ${inThread} and m.created_at > ${lastHour} and m.is_automatic) as "automaticTexts",
           exists (select 1 from messages m where ${inThread} and m.direction = 'outbound') as "hasBeenTexted"
      from conversations c
     where c.account_id = ${accountId} and c.id = ${conversationId}`.execute(tx);
  const [history] = rows;
  if (history === undefined) throw new Error('A conversation that was just written to is not there');
  return history;
}
