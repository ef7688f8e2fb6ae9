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

/** One thing that a system can do with us, or can't: a column of the table. */
export interface Ability {
  name: string;
  /** Over the column. */
  label: string;
  can: boolean;
  /** In a sentence. */
  words: string;
  /** In the column, where yes or no doesn't say it all. */
  short?: string;
}

/** What a system can do with us, and what not. */
export function abilitiesOf({
  type,
  name,
  capabilities: can,
}: Pick<AtsDescription, 'type' | 'name' | 'capabilities'>): Ability[] {
  const of = (key: keyof AtsCapabilities, label: string, able: string, unable: string): Ability => ({
    name: key,
    label,
    can: can[key],
    words: can[key] ? able : unable,
  });
  const search = searchOf(can);
  return [
    // Every connector reads them, or there would be nothing to connect.
    { name: 'candidates', label: 'Candidates in', can: true, words: 'Reads candidates' },
    of('writeNote', 'Texts as notes', 'Writes texts as notes', 'No notes'),
    of('moveStage', 'Stage changes', 'Moves candidates between stages', "Can't move candidates"),
    of('interviews', 'Interviews', 'Reads interviews', 'No interviews'),
    of('newHires', 'New hires', 'Reads new hires', 'No new hires'),
    search
      ? {
          name: 'search',
          label: 'Find people',
          can: true,
          words: `Finds people by ${search}`,
          short: `By ${search}`,
        }
      : { name: 'search', label: 'Find people', can: false, words: "Can't be searched" },
    {
      ...of('webhooks', 'Updates', `Sends ${sentBy(type)} right away`, `We check ${name} every 5 minutes`),
      short: !can.webhooks ? 'Every 5 minutes' : PARTLY_SENT[type] ? 'Some right away' : 'Right away',
    },
  ];
}

function searchOf({ findByEmail, findByPhone }: AtsCapabilities): string | null {
  if (findByEmail && findByPhone) return 'email or phone';
  if (findByPhone) return 'phone';
  return findByEmail ? 'email' : null;
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
