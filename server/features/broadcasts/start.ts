import {
  type BroadcastPreview,
  leftOutReasons,
  MOST_NAMED_EACH,
  MOST_SAMPLES,
  pausedReasons,
} from '../../../contract/broadcasts.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { remainingTexts } from '../billing/ledger/ledger.ts';
import { isPrepaid } from '../billing/ledger/rules.ts';
import type { TextedPerson } from '../consent/quiet-hours.ts';
import { findUploads, putIntoBroadcast } from '../media/store.ts';
import { wordsOf } from '../texting/asking/present-request.ts';
import { gate } from '../texting/gate/gate.ts';
import { countAhead } from './ahead.ts';
import { findAudience } from './audience.ts';
import { planFlights, zoneNameOf } from './flight-plan.ts';
import { type Judged, judgeAll } from './judge.ts';
import { carriersDay, dailySegmentsOf } from './rules.ts';
import { findSender, type Sender } from './sender.ts';
import {
  type BroadcastRow,
  countWrittenSince,
  insertBroadcast,
  insertRecipients,
  type NewRecipient,
} from './store.ts';
import { sendAtOf, type When } from './times.ts';

type Asked = BodyOf<typeof routes.previewBroadcast>;

export const MISSING = 'An attachment is missing. Add it again.';

interface Planned {
  sender: Sender;
  body: string;
  /** It asks for consent, in this version of the company's words. */
  consentVersion: string | null;
  judged: Judged[];
  /** Who gets the text, now or later, and when at the earliest. */
  going: { each: Judged; at: Date }[];
  now: Date;
}

/** Where they may be, and the hours there. */
const textedOf = ({ person, target }: Pick<Judged, 'person' | 'target'>): TextedPerson => ({
  phoneNumber: person.phoneNumber,
  timezone: target.timezone,
  zipCode: target.zipCode,
  hours: target.textingHours,
});

/** Who would get the text and when; the same for a preview and for the start. */
async function plan(
  db: Db,
  deps: Deps,
  session: Session,
  asked: Asked,
  gone?: AbortSignal,
): Promise<Planned> {
  const { accountId, userId: authorId, seatId } = session;
  if (seatId === null) throw new Failure('no_number');
  const now = deps.clock();
  const when: When = asked;
  const sendAt = sendAtOf(when, now);
  const mediaIds = [...new Set(asked.mediaIds)];
  const uploads = await findUploads(db, accountId, { mediaIds, uploadedBy: authorId });
  if (uploads.length < mediaIds.length) throw invalidField('mediaIds', MISSING);
  const people = await findAudience(db, accountId, asked.audience);
  if (people.length === 0) throw invalidField('audience', 'Choose who gets the text. No one is in it yet.');
  const sender = await findSender(db, deps, { accountId, authorId, seatId });
  const at = (person: Judged['person'], target: Judged['target']) => sendAt(textedOf({ person, target }));
  const { body, wordingVersion: consentVersion } = asked.asksConsent
    ? await wordsOf(db, session)
    : { body: asked.body ?? '', wordingVersion: null };
  const judged = await judgeAll(
    db,
    deps,
    people,
    { sender, body, asksConsent: consentVersion !== null, at },
    gone,
  );
  const going = judged.flatMap((each) => {
    const { verdict } = each;
    if (verdict.kind === 'leaveOut') return [];
    return [{ each, at: verdict.kind === 'wait' ? verdict.until : at(each.person, each.target) }];
  });
  return { sender, body, consentVersion, judged, going, now };
}

export async function previewBroadcast(
  db: Db,
  deps: Deps,
  session: Session,
  asked: Asked,
  /** No one waits for it anymore. */
  gone: AbortSignal,
): Promise<BroadcastPreview> {
  const { sender, judged, going, now } = await plan(db, deps, session, asked, gone);
  const segments = going.reduce((sum, { each }) => sum + each.segments, 0);
  const waiting = going.filter(({ each }) => each.verdict.kind === 'wait');
  const { segmentsPerSecond } = deps.carrier;
  const ahead = await countAhead(db, session.accountId, sender);
  const flights = planFlights(
    going.map(({ each, at }) => ({
      ...textedOf(each),
      segments: each.segments,
      at,
    })),
    {
      from: new Date(now.getTime() + (ahead / segmentsPerSecond) * 1000),
      segmentsPerSecond,
      quietHours: deps.quietHoursEnforced,
      daily: await dailyOf(db, sender, now),
    },
  );
  const blocked = judged.flatMap(({ verdict }) => (verdict.kind === 'pause' ? [verdict.reason] : []))[0];
  return {
    audience: judged.length,
    willSend: going.length,
    waiting: countsOf(
      waiting.map(({ each: { verdict } }) => (verdict.kind === 'wait' ? verdict.reason : '')),
    ),
    waitingFor: zonesOf(waiting),
    leftOut: leftOutOf(judged),
    segments,
    costCents: isPrepaid(deps, sender) ? Math.ceil(segments * centsPerSegment(deps)) : 0,
    remainingTexts: isPrepaid(deps, sender) ? await remainingTexts(db, session.accountId) : null,
    startsAt: flights.startsAt?.toISOString() ?? null,
    finishesAt: flights.finishesAt?.toISOString() ?? null,
    needsApproval: needsApproval(sender, going.length),
    blockedBecause: blocked === undefined ? null : { code: blocked, message: pausedReasons[blocked] },
    samples: going.slice(0, MOST_SAMPLES).map(({ each: { person, body } }) => ({
      candidateId: person.candidateId,
      firstName: person.firstName,
      lastName: person.lastName,
      body,
    })),
  };
}

const needsApproval = ({ approvalAbove }: Sender, recipients: number) =>
  approvalAbove !== null && recipients > approvalAbove;

/** What the carriers take in a day, and took of it today. Null: any number. */
async function dailyOf(db: Db, { accountId, useCase }: Sender, now: Date) {
  const segments = dailySegmentsOf(useCase);
  if (segments === null) return null;
  return { segments, today: await countWrittenSince(db, accountId, carriersDay(now).startedAt) };
}

/** In the package that has the fewest. */
function centsPerSegment({ billing }: Pick<Deps, 'billing'>): number {
  const [smallest] = (billing?.packages ?? []).toSorted((one, other) => one.count - other.count);
  return smallest === undefined ? 0 : (smallest.price * 100) / smallest.count;
}

function countsOf(words: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function zonesOf(waiting: Planned['going']): BroadcastPreview['waitingFor'] {
  const groups = Map.groupBy(
    waiting.filter(({ each: { verdict } }) => verdict.kind === 'wait' && verdict.reason === 'quiet_hours'),
    ({ each, at }) => `${at.getTime()} ${zoneNameOf(textedOf(each))}`,
  );
  return [...groups.values()]
    .flatMap((those) => {
      const [first] = those;
      if (first === undefined) return [];
      const zone = zoneNameOf(textedOf(first.each));
      return [{ zone, until: first.at.toISOString(), count: those.length }];
    })
    .toSorted((one, other) => one.until.localeCompare(other.until) || one.zone.localeCompare(other.zone));
}

function leftOutOf(judged: Judged[]): BroadcastPreview['leftOut'] {
  const out = judged.flatMap(({ person, verdict }) =>
    verdict.kind === 'leaveOut' ? [{ person, reason: verdict.reason }] : [],
  );
  return [...Map.groupBy(out, ({ reason }) => reason)]
    .map(([reason, those]) => ({
      reason,
      text: leftOutReasons[reason],
      count: those.length,
      candidates: those
        .slice(0, MOST_NAMED_EACH)
        .map(({ person: { candidateId: id, firstName, lastName, phoneNumber } }) => ({
          id,
          firstName,
          lastName,
          phoneNumberFormatted: formatPhone(phoneNumber),
        })),
    }))
    .toSorted((one, other) => other.count - one.count);
}

/** How much of the text names a broadcast that has no name. */
const NAMED_BY = 60;

/** Who gets it is decided now; each text asks the gate again when it's written, and when it's sent. */
export async function startBroadcast(
  tx: Tx,
  deps: Deps,
  { session, actor }: { session: Session; actor: Actor },
  asked: BodyOf<typeof routes.createBroadcast>,
): Promise<string> {
  const { accountId, userId: authorId } = session;
  const { sender, body, consentVersion, judged, going, now } = await plan(tx, deps, session, asked);
  const blocked = judged.flatMap(({ verdict }) => (verdict.kind === 'pause' ? [verdict.reason] : []))[0];
  if (blocked !== undefined) throw new Failure(gate[blocked].accepting ?? 'no_number');
  const startsAt = going.reduce<Date | null>(
    (first, { at }) => (first !== null && first < at ? first : at),
    null,
  );
  const id = deps.newId();
  const row: BroadcastRow = {
    id,
    authorId,
    seatId: sender.seatId,
    name: asked.name || (consentVersion === null ? body.slice(0, NAMED_BY) : 'Consent request'),
    body,
    consentVersion,
    status: statusOf(sender, going.length, startsAt !== null && startsAt > now),
    reason: null,
    startsAt: startsAt ?? now,
    localTime: asked.localTime ?? null,
    trialOver: false,
    waitsUntil: null,
    createdAt: now,
    finishedAt: null,
  };
  await insertBroadcast(tx, accountId, row);
  const mediaIds = [...new Set(asked.mediaIds)];
  const put = await putIntoBroadcast(tx, accountId, { broadcastId: id, mediaIds, uploadedBy: authorId });
  if (put < mediaIds.length) throw invalidField('mediaIds', MISSING);
  const atOf = new Map(going.map(({ each, at }) => [each, at]));
  await insertRecipients(
    tx,
    accountId,
    id,
    judged.map((each) => recipientOf(each, atOf.get(each) ?? now)),
  );
  await recordAudit(tx, deps, actor, {
    action: 'broadcast.created',
    subjectId: id,
    subject: row.name,
    details: { audience: judged.length },
  });
  return id;
}

function statusOf(sender: Sender, recipients: number, isLater: boolean): BroadcastRow['status'] {
  if (recipients > 0 && needsApproval(sender, recipients)) return 'awaitingApproval';
  return isLater ? 'scheduled' : 'running';
}

function recipientOf({ person, segments, verdict }: Judged, sendAt: Date): NewRecipient {
  const { phoneNumber, candidateId } = person;
  return {
    phoneNumber,
    candidateId,
    segments,
    sendAt,
    outcome: verdict.kind === 'leaveOut' ? 'leftOut' : 'waiting',
    reason: verdict.kind === 'leaveOut' || verdict.kind === 'wait' ? verdict.reason : null,
  };
}
