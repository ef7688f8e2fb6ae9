import { ATS_NAMES } from '../../../contract/ats.ts';
import type { AtsEvent } from '../../adapters/ats/port.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueueEvents } from '../ats/events.ts';
import type { Rule } from './acting-rules.ts';
import type { CandidateFacts, TellingSystem } from './candidate-facts.ts';
import type { Decision } from './decide-text.ts';
import type { StoredText } from './settle.ts';

/*
 * No system reports every interview that is canceled or deleted. So right before a reminder, the system must have reported its
 * interview a short while ago; else it's asked once more, and the reminder waits until it has.
 */

const FRESH_MS = 15 * 60_000;
const LOOK_AGAIN_MS = 10_000;
const PATIENCE_MS = 10 * 60_000;

type Interview = CandidateFacts['interviews'][number];
type SystemInterview = Interview & { system: TellingSystem };

/** The interview of a reminder that may no longer be on. */
export function uncheckedInterview(
  { type }: Pick<Rule, 'type'>,
  { interviews }: Pick<CandidateFacts, 'interviews'>,
  subjectId: string,
  now: Date,
): SystemInterview | null {
  const interview = type === 'interviewReminder' ? interviews.find(({ id }) => id === subjectId) : undefined;
  if (interview === undefined) return null;
  const { system } = interview;
  if (system === null) return null;
  const isFresh = system.listedAt !== null && now.getTime() - system.listedAt.getTime() <= FRESH_MS;
  return isFresh ? null : { ...interview, system };
}

/** It waits for the answer; if none comes, its owner is notified. */
export function decideUnchecked(
  { system }: SystemInterview,
  { sendAt }: Pick<StoredText, 'sendAt'>,
  now: Date,
): Exclude<Decision, { kind: 'send' }> {
  const reason = { code: 'interview_unchecked', details: { system: ATS_NAMES[system.type] } } as const;
  if (system.isAway || now.getTime() - sendAt.getTime() > PATIENCE_MS) return { kind: 'hold', reason };
  return { kind: 'wait', until: new Date(now.getTime() + LOOK_AGAIN_MS), reason };
}

export async function askAgain(
  tx: Tx,
  { ats }: Pick<Deps, 'ats'>,
  accountId: string,
  unchecked: SystemInterview[],
): Promise<void> {
  for (const [type, interviews] of Map.groupBy(unchecked, ({ system }) => system.type)) {
    const [first] = interviews;
    if (first === undefined) continue;
    const isByApplication = ats.connectors.get(type)?.interviewsByApplication === true;
    const events = interviews.map(
      ({ applicationExternalId }): AtsEvent => ({
        kind: 'interviewsChanged',
        applicationExternalId: isByApplication ? applicationExternalId : null,
      }),
    );
    const { generation } = first.system;
    await enqueueEvents(tx, { accountId, atsType: type, generation }, events);
  }
}
