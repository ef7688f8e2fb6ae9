import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { MovedMeanwhile, RefusedByAts } from '../failures.ts';
import type { NewNote, StageMove } from '../port.ts';
import { readAll, readPage, write } from './client.ts';
import { slugReader } from './jobs.ts';
import { readCandidate } from './people.ts';

const Member = z.object({ id: z.string(), active: z.boolean().nullish() });
const Activity = z.object({ id: z.string(), body: z.string().nullish() });

const candidatePath = (id: string) => `/candidates/${encodeURIComponent(id)}`;

/** Candidates are applications, so that both ids are the same. */
export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const written = await write(
    api,
    {
      method: 'POST',
      what: 'write a note',
      right: 'w_candidates',
      path: `${candidatePath(note.personExternalId)}/comments`,
      json: { member_id: await findMember(api, note.authorEmail), comment: { body: note.body, policy: [] } },
    },
    z.object({ id: z.string().nullish() }).nullish(),
  );
  return { noteId: written?.id ?? null };
}

export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  const path = `${candidatePath(note.personExternalId)}/activities`;
  const call = { what: 'list notes', right: 'r_candidates', path, query: { limit: 100 } };
  const activities = await readAll(api, call, { key: 'activities', kind: 'other', item: Activity });
  const found = activities.find(({ body }) => body?.includes(note.reference));
  return found ? { noteId: found.id } : null;
}

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  if (move.fromStageId !== null) {
    const { stage, job } = await readCandidate(api, move.applicationExternalId);
    const slugOf = await slugReader(api);
    const now = stage ? await slugOf(stage, job?.shortcode ?? null) : null;
    if (now !== move.fromStageId) throw new MovedMeanwhile('move a candidate');
  }
  await write(
    api,
    {
      method: 'POST',
      what: 'move a candidate',
      right: 'w_candidates',
      path: `${candidatePath(move.applicationExternalId)}/move`,
      json: { member_id: await findMember(api, move.byEmail), target_stage: move.toStageId },
    },
    z.unknown(),
  );
}

/** Nothing is done without a member: the person if they are one, else an administrator. */
async function findMember(api: AtsApi, email: string | null): Promise<string> {
  const find = async (query: Record<string, string>) => {
    const call = { what: 'find a member', right: 'r_jobs', path: '/members', query: { ...query, limit: 1 } };
    const { items } = await readPage(api, call, {
      key: 'members',
      kind: 'other',
      item: Member,
      cursor: null,
    });
    return items.find(({ active }) => active !== false)?.id;
  };
  const member = (email === null ? undefined : await find({ email })) ?? (await find({ role: 'admin' }));
  if (member === undefined) throw new RefusedByAts('find a member', 'there is no administrator to act as');
  return member;
}
