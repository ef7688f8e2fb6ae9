import { MOST_TAGS_EACH } from '../../../contract/primitives.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import {
  type CandidateField,
  type CandidateFields,
  type CandidateRow,
  keepFields,
  lockCandidate,
  updateCandidate,
} from './store.ts';
import { tellThreads } from './tell-threads.ts';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Whether nothing is known of it; a name is one thing, whichever part is there. */
export function isUnknown(candidate: CandidateRow, field: CandidateField): boolean {
  if (field === 'firstName' || field === 'lastName')
    return isEmpty(candidate.firstName) && isEmpty(candidate.lastName);
  return isEmpty(candidate[field]);
}

/**
 * Adds what candidates said of themselves, and tags. What is known stays, since a person or a connected system entered it. Returns
 * the candidate as they are then; undefined: deleted meanwhile.
 */
export async function fillCandidate(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  id: string,
  { tags = [], ...said }: CandidateFields & { tags?: string[] },
): Promise<CandidateRow | undefined> {
  const before = await lockCandidate(tx, accountId, id);
  if (before === undefined) return undefined;
  const known = new Set(before.tags.map((tag) => tag.toLowerCase()));
  const added = tags.filter((tag) => !known.has(tag.toLowerCase()));
  const fields = (Object.keys(said) as CandidateField[]).filter((field) => isUnknown(before, field));
  const changes: CandidateFields = {
    ...Object.fromEntries(fields.map((field) => [field, said[field as keyof typeof said]])),
    ...(added.length > 0 ? { tags: [...before.tags, ...added].slice(0, MOST_TAGS_EACH) } : {}),
  };
  if (Object.keys(changes).length === 0) return before;
  await updateCandidate(tx, accountId, id, changes, { at: deps.clock(), numberBy: null });
  if (fields.length > 0 && Object.keys(before.externalIds).length > 0)
    await keepFields(tx, accountId, [{ id, fields }]);
  await tellThreads(tx, accountId, id);
  return lockCandidate(tx, accountId, id);
}
