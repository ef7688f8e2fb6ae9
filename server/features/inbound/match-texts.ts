import { sql } from 'kysely';
import { PhoneNumber } from '../../../contract/primitives.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { ensureCandidates } from '../candidates/ensure-candidates.ts';
import { ensureConversations } from '../conversations/write-texts.ts';
import type { Absence } from './answer-while-away.ts';
import type { InboundText } from './asked.ts';

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
  /** Before any of the texts that were matched together. */
  isOptedOut: boolean;
}

/**
 * The conversation of each text, in the order of the texts: that of the seat and of the person who wrote, made where there is none.
 * Null: a text that has none. All of them together, so that a batch costs little more than one text.
 *
 * The conversations are locked, in the same order as whoever writes texts locks them, so that neither waits for the other.
 * Must come first in a transaction that receives texts.
 */
export async function matchTexts(
  tx: Tx,
  deps: Deps,
  texts: { text: InboundText; receivedAt: Date }[],
): Promise<(Match | null)[]> {
  if (texts.length === 0) return [];
  const found = await lockMatches(
    tx,
    texts.map(({ text }) => text),
  );
  const matched = texts.map(({ text, receivedAt }) => {
    const match = found.get(`${text.to} ${text.from}`);
    if (match === undefined) {
      deps.log.warn({ carrierId: text.carrierId }, 'a text came for a number that no one has');
      return null;
    }
    // Short codes and names of companies, as banks and log-in services send from: nobody there reads an answer.
    if (match.conversationId === null && !PhoneNumber.safeParse(text.from).success) {
      deps.log.warn({ carrierId: text.carrierId }, 'a text came from a sender that is no phone');
      return null;
    }
    return { match, from: text.from, receivedAt };
  });
  await makeMissing(
    tx,
    deps,
    matched.filter((each) => each !== null),
  );
  return matched.map(
    (each) =>
      each && {
        ...each.match,
        candidateId: each.match.candidateId ?? '',
        conversationId: each.match.conversationId ?? '',
      },
  );
}

/** The ids are null where nobody has written yet. */
type Known = Omit<Match, 'candidateId' | 'conversationId'> & {
  candidateId: string | null;
  conversationId: string | null;
};

/** Candidates and conversations of those who write for the first time. */
async function makeMissing(
  tx: Tx,
  deps: Deps,
  texts: { match: Known; from: string; receivedAt: Date }[],
): Promise<void> {
  const missing = texts.filter(({ match }) => match.conversationId === null);
  if (missing.length === 0) return;
  const byAccount = Map.groupBy(missing, ({ match }) => match.receiver.accountId);
  // In a fixed order, so that two nodes that meet the same new people don't wait for each other.
  for (const accountId of [...byAccount.keys()].sort()) {
    const theirs = byAccount.get(accountId) ?? [];
    const ids = await ensureCandidates(
      tx,
      accountId,
      theirs.map(({ from }) => from),
      deps,
    );
    for (const { match, from } of theirs) match.candidateId = ids.get(from) ?? '';
  }
  const ids = await ensureConversations(
    tx,
    missing.map(({ match, receivedAt }) => ({
      accountId: match.receiver.accountId,
      id: deps.newId(),
      seatId: match.receiver.seatId,
      candidateId: match.candidateId ?? '',
      assigneeId: match.receiver.seatUserId,
      at: receivedAt,
    })),
  );
  missing.forEach(({ match }, index) => {
    match.conversationId = ids[index] ?? null;
  });
}

/** By the two numbers. A number that no one has is not among them. */
async function lockMatches(tx: Tx, texts: InboundText[]): Promise<Map<string, Known>> {
  const { rows } = await sql<
    Omit<Receiver, 'absence'> &
      Omit<Known, 'receiver'> & {
        ours: string;
        theirs: string;
        absenceId: string | null;
        message: string;
        startsAt: Date | null;
        endsAt: Date | null;
      }
  >`
    with texts as materialized (
      select distinct ours, theirs
        from unnest(${texts.map((text) => text.to)}::text[], ${texts.map((text) => text.from)}::text[]) as t(ours, theirs)
    ), known as materialized (
      select texts.ours, texts.theirs, c.candidate_id, c.id
        from texts
        join number_directory d on d.phone_number = texts.ours
        join numbers n on n.account_id = d.account_id and n.id = d.number_id
        join candidates p on p.account_id = n.account_id and p.phone_number = texts.theirs
        join conversations c on c.account_id = n.account_id and c.candidate_id = p.id
             and c.seat_id = coalesce(n.seat_id, n.inbound_seat_id)
       order by c.account_id, c.id
         for no key update of c
    )
    select texts.ours, texts.theirs, n.account_id as "accountId", a.name as "companyName", n.id as "numberId",
           s.id as "seatId", s.user_id as "seatUserId", o.absence_id as "absenceId", o.message,
           o.starts_at as "startsAt", o.ends_at as "endsAt", known.candidate_id as "candidateId",
           known.id as "conversationId", opt_outs.phone_number is not null as "isOptedOut"
      from texts
      join number_directory d on d.phone_number = texts.ours
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join seats s on s.account_id = n.account_id and s.id = coalesce(n.seat_id, n.inbound_seat_id)
      join accounts a on a.id = n.account_id
      left join out_of_office o on o.account_id = s.account_id and o.user_id = s.user_id and o.enabled
      left join opt_outs on opt_outs.account_id = n.account_id and opt_outs.phone_number = texts.theirs
      left join known on known.ours = texts.ours and known.theirs = texts.theirs`.execute(tx);
  return new Map(
    rows.map((row) => {
      const { ours, theirs, candidateId, conversationId, isOptedOut, ...rest } = row;
      const { absenceId: id, message, startsAt, endsAt, ...receiver } = rest;
      const userId = receiver.seatUserId;
      const absence = id === null || userId === null ? null : { id, userId, message, startsAt, endsAt };
      return [
        `${ours} ${theirs}`,
        { receiver: { ...receiver, absence }, candidateId, conversationId, isOptedOut },
      ];
    }),
  );
}
