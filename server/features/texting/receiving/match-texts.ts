import { sql } from 'kysely';
import { PhoneNumber } from '../../../../contract/primitives.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { ensureCandidates } from '../../candidates/ensure-candidates.ts';
import { findOptOuts } from '../../consent/store.ts';
import { isAwaiting, listAwaiting } from '../conversations/awaited-answers.ts';
import { ensureConversations } from '../conversations/write-texts.ts';
import type { Absence } from './answer-while-away.ts';
import type { InboundText } from './asked.ts';
import { requireNotMoved } from './moved.ts';

export interface Receiver {
  accountId: string;
  companyName: string;
  numberId: string;
  seatId: string;
  seatUserId: string | null;
  /** Of the seat's person; null when no automatic reply is switched on. */
  absence: Absence | null;
  /** Candidates can text the number a keyword. */
  hasKeywords: boolean;
}

/** Where an inbound text belongs. */
export interface Match {
  receiver: Receiver;
  candidateId: string;
  conversationId: string;
  /** Before any of the texts that are matched together. */
  isOptedOut: boolean;
  /** We have asked them something whose answer we read. */
  awaitsAnswer: boolean;
  /** We have asked for their consent, and they haven't answered. */
  isAsked: boolean;
}

/**
 * The conversation of each text, in the order of the texts: that of the seat and of the person who wrote, made where there is none.
 * Null: a text that has none. All of them together, so that a batch costs little more than one text.
 *
 * The conversations are locked in the same order in which writers of texts lock them, so that neither waits for the other. Must
 * come first in a transaction that receives texts.
 */
export async function matchTexts(
  tx: Tx,
  deps: Deps,
  texts: { text: InboundText; receivedAt: Date }[],
): Promise<(Match | null)[]> {
  if (texts.length === 0) return [];
  // In this order: the locks first.
  const [known, receivers] = await Promise.all([
    lockKnown(
      tx,
      texts.map(({ text }) => text),
    ),
    findReceivers(tx, [...new Set(texts.map(({ text }) => text.to))]),
  ]);
  const unknown = texts.map(({ text }) => text.to).filter((number) => !receivers.has(number));
  if (unknown.length > 0) await requireNotMoved(tx, { phoneNumbers: unknown });
  const matched = texts.map(({ text, receivedAt }) => {
    const receiver = receivers.get(text.to);
    if (receiver === undefined) {
      deps.log.warn({ carrierId: text.carrierId }, 'a text came for a number that no one has');
      return null;
    }
    const place = known.get(`${text.to} ${text.from}`);
    if (place !== undefined) return { ...place, receiver, from: text.from, receivedAt };
    // Short codes and names of companies, as banks and log-in services send from: no one there reads an answer.
    if (!PhoneNumber.safeParse(text.from).success) {
      deps.log.warn({ carrierId: text.carrierId }, 'a text came from a sender that is no phone');
      return null;
    }
    return { ...NOWHERE, receiver, from: text.from, receivedAt };
  });
  await makeMissing(
    tx,
    deps,
    matched.filter((each) => each !== null),
  );
  return matched;
}

interface Place {
  candidateId: string;
  conversationId: string;
  isOptedOut: boolean;
  awaitsAnswer: boolean;
  /** We have asked for consent, and they haven't answered. */
  isAsked: boolean;
}

/** Of someone who has not written yet. */
const NOWHERE: Place = {
  candidateId: '',
  conversationId: '',
  isOptedOut: false,
  awaitsAnswer: false,
  isAsked: false,
};

/** Places for people who write for the first time: creates the candidates and conversations that don't exist. */
async function makeMissing(
  tx: Tx,
  deps: Deps,
  texts: (Match & { from: string; receivedAt: Date })[],
): Promise<void> {
  const missing = texts.filter(({ conversationId }) => conversationId === '');
  if (missing.length === 0) return;
  const byAccount = Map.groupBy(missing, ({ receiver }) => receiver.accountId);
  // In a fixed order, so that two nodes that meet the same new people don't wait for each other.
  for (const accountId of [...byAccount.keys()].sort()) {
    const theirs = byAccount.get(accountId) ?? [];
    const phones = theirs.map(({ from }) => from);
    const [optOuts, ids] = await Promise.all([
      findOptOuts(tx, accountId, phones),
      ensureCandidates(tx, accountId, phones, deps),
    ]);
    // They may be known, and asked from this number before a colleague got the conversation.
    const awaiting = await listAwaiting(tx, accountId, [...ids.values()]);
    for (const each of theirs) {
      each.candidateId = ids.get(each.from) ?? '';
      each.isOptedOut = optOuts.has(each.from);
      each.awaitsAnswer = awaiting.has(each.candidateId);
    }
  }
  const ids = await ensureConversations(
    tx,
    missing.map(({ receiver, candidateId, receivedAt }) => ({
      accountId: receiver.accountId,
      id: deps.newId(),
      seatId: receiver.seatId,
      candidateId,
      assigneeId: receiver.seatUserId,
      at: receivedAt,
    })),
  );
  missing.forEach((each, index) => {
    each.conversationId = ids[index] ?? '';
  });
}

/** By the two numbers: the conversations there are, locked. */
async function lockKnown(tx: Tx, texts: InboundText[]): Promise<Map<string, Place>> {
  const { rows } = await sql<Place & { ours: string; theirs: string }>`
    select texts.ours, texts.theirs, c.candidate_id as "candidateId", c.id as "conversationId",
           -- No join: with the table's average in mind, it would read all opt-outs of the account.
           coalesce((select true from opt_outs o
                      where o.account_id = c.account_id and o.phone_number = texts.theirs), false) as "isOptedOut",
           exists (select from consent_requests r
                    where r.account_id = c.account_id and r.phone_number = texts.theirs and r.answered_at is null) as "isAsked",
           ${isAwaiting(sql`c.account_id`, sql`c.candidate_id`)} as "awaitsAnswer"
      from (select distinct *
              from unnest(${texts.map((text) => text.to)}::text[], ${texts.map((text) => text.from)}::text[])
                   as t(ours, theirs)) as texts
      join number_directory d on d.phone_number = texts.ours
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join candidates p on p.account_id = n.account_id and p.phone_number = texts.theirs
      join conversations c on c.account_id = n.account_id and c.candidate_id = p.id
           and c.seat_id = coalesce(n.seat_id, n.inbound_seat_id)
     order by c.account_id, c.id
       for no key update of c`.execute(tx);
  return new Map(rows.map(({ ours, theirs, ...place }) => [`${ours} ${theirs}`, place]));
}

/** By the number that was texted. */
async function findReceivers(tx: Tx, phoneNumbers: string[]): Promise<Map<string, Receiver>> {
  const { rows } = await sql<
    Omit<Receiver, 'absence'> & {
      phoneNumber: string;
      absenceId: string | null;
      message: string;
      startsAt: Date | null;
      endsAt: Date | null;
    }
  >`
    select d.phone_number as "phoneNumber", n.account_id as "accountId", a.name as "companyName", n.id as "numberId", s.id as "seatId",
           s.user_id as "seatUserId",
           exists (select 1 from keywords k where k.account_id = s.account_id and k.seat_id = s.id) as "hasKeywords",
           o.absence_id as "absenceId", o.message, o.starts_at as "startsAt", o.ends_at as "endsAt"
      from number_directory d
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join seats s on s.account_id = n.account_id and s.id = coalesce(n.seat_id, n.inbound_seat_id)
      join accounts a on a.id = n.account_id
      left join out_of_office o on o.account_id = s.account_id and o.user_id = s.user_id and o.enabled
     where d.phone_number = any(${phoneNumbers}::text[])`.execute(tx);
  return new Map(
    rows.map(({ phoneNumber, absenceId: id, message, startsAt, endsAt, ...receiver }) => {
      const userId = receiver.seatUserId;
      const absence = id === null || userId === null ? null : { id, userId, message, startsAt, endsAt };
      return [phoneNumber, { ...receiver, absence }];
    }),
  );
}
