import type { Consent } from '../../../contract/candidates.ts';
import type { ConsentEvent, ConsentType } from '../../../contract/consents.ts';
import { personOrNull } from '../../../contract/person-name.ts';
import type { ConsentEventRow } from './store.ts';

/** An opt-out counts more than any consent before it, or after it if someone else entered that. */
export function presentConsent(facts: {
  optedOutAt: Date | null;
  grantedAt: Date | null;
  hasWritten: boolean;
}): Consent {
  if (facts.optedOutAt) return { status: 'optedOut', changedAt: facts.optedOutAt.toISOString() };
  if (facts.grantedAt) return { status: 'granted', changedAt: facts.grantedAt.toISOString() };
  return { status: facts.hasWritten ? 'implied' : 'none', changedAt: null };
}

/** Where the API has other words than the table. */
function typeOf(change: ConsentEventRow['change']): ConsentType {
  if (change === 'optedOut') return 'revoked';
  return change === 'optedIn' ? 'regranted' : change;
}

/** What a candidate wrote is from a thread, for people who may read it. */
export function presentConsentEvent(row: ConsentEventRow, can: { readWording: boolean }): ConsentEvent {
  const isReviewed = row.source === 'reviewed';
  const isFromThread = row.change !== 'granted' && row.change !== 'confirmed';
  return {
    id: row.id,
    type: typeOf(row.change),
    at: row.createdAt.toISOString(),
    recordedAt: row.recordedAt?.toISOString() ?? null,
    actor: personOrNull(row.actorId, row.actorFirstName, row.actorLastName),
    source: row.source === 'reviewed' ? 'text' : row.source,
    method: isReviewed ? 'reviewed' : row.method,
    wording: can.readWording || !isFromThread ? row.wording : null,
    wordingVersion: row.wordingVersion,
  };
}
