import type {
  AtsCapabilities,
  AtsDescription,
  AtsIntegration,
  AtsRecordKind,
  AtsType,
  NotesMode,
} from '../../../contract/ats.ts';
import { elapsed } from '../../lib/dates.ts';
import { counted, inDigits, listed } from '../../lib/words.ts';

/** Where webhooks don't cover everything: what they cover, and what we still poll for. */
const PARTLY_SENT: Partial<Record<AtsType, { sent: string; checked: string }>> = {
  bambooHr: { sent: 'changes to employees', checked: 'everything else' },
  jazzHr: { sent: 'candidates that you export', checked: 'everything else' },
  smartRecruiters: { sent: 'changes', checked: 'interviews' },
  workable: { sent: 'changes', checked: 'interviews' },
};
export const sentBy = (type: AtsType): string => PARTLY_SENT[type]?.sent ?? 'changes';
export const checkedBeside = (type: AtsType): string | undefined => PARTLY_SENT[type]?.checked;

/** What a system can do with us, and what not. */
export function abilitiesOf({
  type,
  name,
  capabilities: can,
}: Pick<AtsDescription, 'type' | 'name' | 'capabilities'>): {
  can: string[];
  cannot: string[];
} {
  const each: [boolean, string, string][] = [
    [true, 'Reads candidates', ''],
    [can.interviews, 'Reads interviews', 'No interviews'],
    [can.newHires, 'Reads new hires', 'No new hires'],
    [can.writeNote, 'Writes texts as notes', 'No notes'],
    [can.moveStage, 'Moves candidates between stages', "Can't move candidates"],
    [can.findByEmail || can.findByPhone, searchOf(can), "Can't be searched"],
    [can.webhooks, `Sends ${sentBy(type)} right away`, `We check ${name} every 5 minutes`],
  ];
  return {
    can: each.flatMap(([able, words]) => (able ? [words] : [])),
    cannot: each.flatMap(([able, , words]) => (able ? [] : [words])),
  };
}

function searchOf({ findByEmail, findByPhone }: AtsCapabilities): string {
  if (findByEmail && findByPhone) return 'Finds people by email or phone';
  return findByPhone ? 'Finds people by phone' : 'Finds people by email';
}

/** One, and several. */
const KINDS: Record<AtsRecordKind, [string, string]> = {
  person: ['person', 'people'],
  application: ['application', 'applications'],
  job: ['job', 'jobs'],
  stage: ['stage', 'stages'],
  interview: ['interview', 'interviews'],
  newHire: ['new hire', 'new hires'],
  other: ['other record', 'other records'],
};

/** "3 people couldn't be read: Ana Ruiz (123), 456 and 1 more." */
export function unreadableWords({ kind, count, records }: AtsIntegration['unreadable'][number]): string {
  const known = records.flatMap(({ name, externalId }) =>
    name !== null && externalId !== null ? `${name} (${externalId})` : (name ?? externalId ?? []),
  );
  const others = count - known.length;
  const named = known.length === 0 ? [] : [...known, ...(others > 0 ? [`${inDigits(others)} more`] : [])];
  const what = `${counted(count, ...KINDS[kind])} couldn't be read`;
  return named.length === 0 ? `${what}.` : `${what}: ${listed(named)}.`;
}

export const NOTES_MODES: { value: NotesMode; label: string }[] = [
  { value: 'each', label: 'Each text' },
  { value: 'daily', label: 'Daily summary' },
  { value: 'off', label: 'Off' },
];

export type Standing = 'syncing' | 'upToDate' | 'paused' | 'attention';

export function standingOf({ enabled, error, sync }: AtsIntegration): Standing {
  if (!enabled) return 'paused';
  if (sync.state === 'running') return 'syncing';
  return error || sync.state === 'failed' ? 'attention' : 'upToDate';
}

/** Where it stands, in a sentence. */
export function standingWords(integration: AtsIntegration, now: Date): string {
  const { sync, lastSyncAt } = integration;
  const last = lastSyncAt === null ? null : `last sync ${agoWords(lastSyncAt, now)}`;
  switch (standingOf(integration)) {
    case 'syncing':
      return `Syncing… ${counted(sync.candidates, 'candidate')}`;
    case 'paused':
      return last ? `Paused, ${last}` : 'Paused';
    case 'attention':
      return last ? `Needs attention, ${last}` : 'Needs attention';
    case 'upToDate':
      return last ? `Up to date, ${last}` : 'Waiting for the first sync';
  }
}

const agoWords = (iso: string, now: Date): string =>
  now.getTime() - Date.parse(iso) < 60_000 ? 'just now' : `${elapsed(iso, now)} ago`;
