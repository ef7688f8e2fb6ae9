import { sql } from 'kysely';
import { PhoneNumber } from '../../../contract/primitives.ts';
import type { CarrierEvent } from '../../adapters/carrier/port.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { ensureCandidates } from '../candidates/ensure-candidates.ts';
import { ensureConversations } from '../conversations/write-texts.ts';
import type { Absence } from './answer-while-away.ts';

export type InboundText = Extract<CarrierEvent, { type: 'inbound' }>;

export interface Receiver {
  accountId: string;
  companyName: string;
  numberId: string;
  seatId: string;
  seatUserId: string | null;
  /** Of the seat's person; null when no automatic reply is switched on. */
  absence: Absence | null;
}

/** Where an inbound text belongs. */
export interface Match {
  receiver: Receiver;
  candidateId: string;
  conversationId: string;
}

/**
 * The conversation of each text, in the order of the texts: that of the seat and of the person who wrote, made where there is none.
 * Null: a text that has none. All of them together, so that a batch costs little more than one text.
 */
export async function matchTexts(
  tx: Tx,
  deps: Deps,
  texts: { text: InboundText; receivedAt: Date }[],
): Promise<(Match | null)[]> {
  if (texts.length === 0) return [];
  const receivers = await findReceivers(tx, [...new Set(texts.map(({ text }) => text.to))]);
  const matched = texts.map(({ text, receivedAt }) => {
    const receiver = receivers.get(text.to);
    if (receiver === undefined) {
      deps.log.warn({ carrierId: text.carrierId }, 'a text came for a number that no one has');
      return null;
    }
    // Short codes and names of companies, as banks and log-in services send from: nobody there reads an answer.
    if (!PhoneNumber.safeParse(text.from).success) {
      deps.log.warn({ carrierId: text.carrierId }, 'a text came from a sender that is no phone');
      return null;
    }
    return { receiver, from: text.from, receivedAt };
  });

  const known = matched.filter((each) => each !== null);
  const candidateIds = new Map<string, string>();
  const byAccount = Map.groupBy(known, ({ receiver }) => receiver.accountId);
  // In a fixed order, so that two nodes that meet the same new people don't wait for each other.
  for (const accountId of [...byAccount.keys()].sort()) {
    const numbers = (byAccount.get(accountId) ?? []).map(({ from }) => from);
    for (const [from, id] of await ensureCandidates(tx, accountId, numbers, deps))
      candidateIds.set(`${accountId} ${from}`, id);
  }
  const candidateOf = ({ receiver, from }: (typeof known)[number]) =>
    candidateIds.get(`${receiver.accountId} ${from}`) ?? '';
  const conversationIds = await ensureConversations(
    tx,
    known.map((each) => ({
      accountId: each.receiver.accountId,
      id: deps.newId(),
      seatId: each.receiver.seatId,
      candidateId: candidateOf(each),
      assigneeId: each.receiver.seatUserId,
      at: each.receivedAt,
    })),
  );
  const conversationOf = new Map(known.map((each, index) => [each, conversationIds[index] ?? '']));
  return matched.map(
    (each) =>
      each && {
        receiver: each.receiver,
        candidateId: candidateOf(each),
        conversationId: conversationOf.get(each) ?? '',
      },
  );
}

/**
 * The conversations that these texts belong to, locked in the same order as whoever writes texts locks them, so that
 * neither waits for the other. Must come first in a transaction that receives several texts.
 */
export async function lockConversationsOf(tx: Tx, texts: InboundText[]): Promise<void> {
  if (texts.length < 2) return;
  await sql`
    select 1
      from (select * from unnest(${texts.map((text) => text.to)}::text[], ${texts.map((text) => text.from)}::text[]) as t(ours, theirs)) as t
      join number_directory d on d.phone_number = t.ours
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join candidates on candidates.account_id = n.account_id and candidates.phone_number = t.theirs
      join conversations c on c.account_id = n.account_id and c.candidate_id = candidates.id
           and c.seat_id = coalesce(n.seat_id, n.inbound_seat_id)
     order by c.account_id, c.id
       for no key update of c`.execute(tx);
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
           s.user_id as "seatUserId", o.absence_id as "absenceId", o.message, o.starts_at as "startsAt", o.ends_at as "endsAt"
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
