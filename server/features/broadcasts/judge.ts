import { sql } from 'kysely';
import { countSegments } from '../../../contract/segments.ts';
import { MAX_BODY_LENGTH } from '../../../contract/text-body.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { findGrants } from '../consent/store.ts';
import { shorten } from '../links/short/shorten.ts';
import type { NewShortLink } from '../links/short/store.ts';
import { type AskedFor, refusalToAsk } from '../texting/asking/rules.ts';
import { findRequests, lockAsking } from '../texting/asking/store.ts';
import { gateFacts } from '../texting/conversations/gate-facts.ts';
import { decideAutomatic } from '../texting/gate/gate.ts';
import { findTargetFacts, type TargetFacts } from '../texting/sending/accept-facts.ts';
import { type AutomaticFacts, findAutomaticFacts } from '../texting/sending/automatic-facts.ts';
import { mergeValuesOf, renderBody } from '../texting/sending/merge-values.ts';
import { type ColdTexts, lockColdTexts, readColdTexts } from '../texting/touches/cold-texts.ts';
import { warmSince } from '../texting/touches/rules.ts';
import { lockPhones } from '../texting/touches/store.ts';
import type { Person } from './audience.ts';
import { broadcastsUntil, hasConsent, type Verdict, verdictOf } from './rules.ts';
import type { Sender } from './sender.ts';

export interface Judged {
  person: Person;
  target: TargetFacts;
  verdict: Verdict;
  /** As they get it; as far as it can be filled in. */
  body: string;
  segments: number;
  shortLinks: Pick<NewShortLink, 'code' | 'shortcutId' | 'url'>[];
}

/** So that a statement takes a fraction of a second. */
const AT_ONCE = 2000;

interface Asked {
  sender: Sender;
  body: string;
  /** It's the company's question for consent. */
  asksConsent: boolean;
  /** When the text goes, for each. */
  at: (person: Person, target: TargetFacts) => Date;
}

/** Who of these would get the text, when it goes at that time, and why the others don't: for a preview, and when it starts. */
export async function judgeAll(
  db: Db,
  deps: Deps,
  people: Person[],
  asked: Asked,
  gone?: AbortSignal,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  // While someone types, one preview overtakes the other, and no one sees what the first would have become.
  for (let from = 0; from < people.length && gone?.aborted !== true; from += AT_ONCE)
    judged.push(...(await judge(db, deps, people.slice(from, from + AT_ONCE), asked, readColdTexts)));
  return judged;
}

/** The same of those whose texts are about to be written: until the transaction ends, these phones get no other text of that kind. */
export async function judgeDue(tx: Tx, deps: Deps, people: Person[], asked: Asked): Promise<Judged[]> {
  const { accountId } = asked.sender;
  if (asked.asksConsent)
    await lockAsking(
      tx,
      accountId,
      people.map(({ phoneNumber }) => phoneNumber),
    );
  await lockPhones(
    tx,
    people.map(({ phoneNumber }) => ({ accountId, phoneNumber })),
  );
  return judge(tx, deps, people, asked, (_, phones, now) => lockColdTexts(tx, phones, now));
}

async function judge(
  db: Db,
  deps: Deps,
  people: Person[],
  { sender, body, asksConsent, at }: Asked,
  coldTextsOf: typeof readColdTexts,
): Promise<Judged[]> {
  const { accountId, seatId } = sender;
  const now = deps.clock();
  const targets = await findTargetFacts(
    db,
    people.map(({ candidateId }) => ({
      accountId,
      conversationId: null,
      candidateId,
      phoneNumber: null,
      seatId,
      cold: { senderId: null, at: now, warmSince: warmSince(now) },
    })),
  );
  const ids = people.map(({ candidateId }) => candidateId);
  const phones = people.map(({ phoneNumber }) => phoneNumber);
  const [automatic, lately, grants, requests, cold] = await Promise.all([
    findAutomaticFacts(db, accountId, ids, now),
    findLately(db, accountId, people, now),
    findGrants(db, accountId, phones),
    asksConsent ? findRequests(db, accountId, phones) : null,
    coldTextsOf(
      db,
      targets.flatMap(({ isCold }, index) =>
        isCold ? [{ accountId, phoneNumber: phones[index] ?? '' }] : [],
      ),
      now,
    ),
  ]);
  return people.flatMap((person, index) => {
    const target = targets[index];
    // Deleted in between.
    if (target === undefined || target.candidateId === null) return [];
    const known = {
      automatic: automatic.get(person.candidateId),
      lately: lately.get(person.candidateId),
      hasGranted: grants.has(person.phoneNumber),
      requests,
      cold,
    };
    const filled = fillIn(deps, person, target, sender, body);
    const moment = at(person, target);
    const verdict = verdictFor(deps, {
      person,
      target,
      sender,
      now,
      at: moment > now ? moment : now,
      ...known,
    });
    const isOver = verdict.kind === 'go' || verdict.kind === 'wait';
    return [
      {
        person,
        target,
        ...filled,
        segments: Math.max(1, countSegments(filled.body).segments),
        verdict: filled.problem !== null && isOver ? { kind: 'leaveOut', reason: filled.problem } : verdict,
      },
    ];
  });
}

interface Known {
  person: Person;
  target: TargetFacts;
  sender: Sender;
  now: Date;
  at: Date;
  automatic: AutomaticFacts | undefined;
  lately: Lately | undefined;
  hasGranted: boolean;
  /** Null: the text doesn't ask for consent. */
  requests: Map<string, AskedFor> | null;
  cold: ColdTexts;
}

function verdictFor(deps: Deps, known: Known): Verdict {
  const { person, target, sender, now, at, automatic, lately, hasGranted, requests, cold } = known;
  const { accountId } = sender;
  const { phoneNumber } = person;
  // What was shown was another number.
  if (target.phoneNumber !== phoneNumber) return { kind: 'leaveOut', reason: 'number_changed' };
  if (phoneNumber === sender.from) return { kind: 'leaveOut', reason: 'own_number' };
  const refusal = requests && refusalToAsk(requests.get(phoneNumber), hasGranted, now);
  // Of an opt-out, the gate speaks.
  if (refusal !== null && !target.optedOut) return { kind: 'leaveOut', reason: refusal };
  const facts = gateFacts(
    deps,
    { ...target, phoneNumber },
    {
      at,
      expiresAt: null,
      answersMessageAt: null,
      senderIsGone: sender.isGone,
      hasTextsLeft: sender.hasTextsLeft,
      takesNoTexts: automatic?.takesNoTexts ?? false,
      lacksConsent:
        requests === null &&
        ((target.consentFirst && !target.isGranted) ||
          !hasConsent(sender, { hasGranted, lastWroteAt: lately?.lastWroteAt ?? null }, now)),
      broadcastsUntil: broadcastsUntil(lately?.broadcasts ?? [], sender, now),
      coldUntil: cold.until({ accountId, phoneNumber, senderId: null, at: now }, target),
      loops: {
        automaticTexts: automatic?.automaticTexts ?? [],
        lastTypedAt: automatic?.lastTypedAt ?? null,
        // A person wants all of them to know now.
        evenInConversation: true,
        answersAutomatic: false,
      },
    },
  );
  return verdictOf(decideAutomatic(facts));
}

/** The body as this person gets it; `problem`: why it can't go. */
export function fillIn(
  deps: Deps,
  person: Person,
  target: TargetFacts,
  sender: Sender,
  body: string,
): { body: string; problem: 'missing_value' | 'too_long' | null; shortLinks: Judged['shortLinks'] } {
  const short =
    deps.linkBaseUrl !== null && sender.countsClicks && sender.links.length > 0
      ? shorten(sender.links, deps.linkBaseUrl)
      : null;
  const links = short?.links ?? sender.links;
  const { companyName } = sender;
  const known = { ...person, companyName, links, interview: undefined, startsAt: undefined };
  const rendered = renderBody(body, mergeValuesOf(known, { ...target, from: sender.from }, sender), links);
  if (!rendered.ok) return { body, problem: 'missing_value', shortLinks: [] };
  const { text } = rendered;
  return {
    body: text,
    problem: text.length > MAX_BODY_LENGTH ? 'too_long' : null,
    shortLinks: short?.usedIn(text) ?? [],
  };
}

interface Lately {
  /** When they wrote last, to any number of the account. */
  lastWroteAt: Date | null;
  /** When they got texts of broadcasts in the last 7 days, the latest first. */
  broadcasts: Date[];
}

async function findLately(
  db: Db,
  accountId: string,
  people: Person[],
  now: Date,
): Promise<Map<string, Lately>> {
  const since = new Date(now.getTime() - 7 * 24 * 3600_000);
  const { rows } = await sql<Lately & { candidateId: string }>`
    select asked.id as "candidateId",
           (select max(k.last_inbound_at) from conversations k
             where k.account_id = ${accountId} and k.candidate_id = asked.id) as "lastWroteAt",
           array(select r.written_at from broadcast_recipients r
                  where r.account_id = ${accountId} and r.phone_number = asked.phone_number and r.written_at > ${since}
                    and r.outcome not in ('canceled', 'failed', 'undelivered')
                  order by r.written_at desc) as broadcasts
      from unnest(${people.map(({ candidateId }) => candidateId)}::uuid[],
                  ${people.map(({ phoneNumber }) => phoneNumber)}::text[]) as asked(id, phone_number)`.execute(
    db,
  );
  return new Map(rows.map(({ candidateId, ...lately }) => [candidateId, lately]));
}
