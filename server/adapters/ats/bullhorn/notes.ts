import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { needing, orGone } from '../failures.ts';
import type { NewNote } from '../port.ts';
import { query, quoted, RIGHTS } from './lists.ts';
import { within } from './session.ts';

const Actions = z.object({ commentActionList: z.array(z.string()).nullish() });
const Me = z.object({ userId: z.number() });
const Added = z.object({ changedEntityId: z.number() });
const Notes = z.object({ data: z.array(z.object({ id: z.number(), comments: z.string().nullish() })) });

const LONGEST_ACTION = 30;

export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const candidate = { id: Number(note.personExternalId) };
  const json = {
    action: await actionOf(api),
    comments: asHtml(note.body),
    // With both of them, it's shown with the candidate without more calls.
    personReference: candidate,
    commentingPerson: { id: await authorOf(api, note.authorEmail) },
  };
  const request = { method: 'PUT', url: within('entity/Note'), json } as const;
  const { body } = await needing(RIGHTS.Note, api.write('write note', request, Added));
  return { noteId: String(body.changedEntityId) };
}

/** One of those the company has: the nearest to a text. */
async function actionOf(api: AtsApi): Promise<string> {
  const request = { method: 'GET', url: within('settings/commentActionList') } as const;
  const { body } = await api.read('read kinds of notes', request, Actions);
  const actions = (body.commentActionList ?? []).filter(({ length }) => length <= LONGEST_ACTION);
  const nearest = [/\b(text|sms)/i, /\bother\b|\bnote\b/i].flatMap(
    (pattern) => actions.find((action) => pattern.test(action)) ?? [],
  );
  return nearest[0] ?? actions[0] ?? 'Other';
}

async function authorOf(api: AtsApi, email: string | null): Promise<number> {
  if (email !== null) {
    const where = `email=${quoted(email)} AND isDeleted=false`;
    const asked = { entity: 'CorporateUser' as const, where, fields: 'id', start: 0, count: 1 };
    const [user] = (await query(api, 'find user', asked, z.object({ id: z.number() }))).data;
    if (user !== undefined) return user.id;
  }
  const request = { method: 'GET', url: within('settings/userId') } as const;
  return (await api.read('read our user', request, Me)).body.userId;
}

/** Newest first. */
export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  const url = within(`entity/Candidate/${Number(note.personExternalId)}/notes`);
  const asked = { fields: 'id,comments', orderBy: '-id', count: 100, start: 0 };
  const listed = api.read('find note', { method: 'GET', url, query: asked }, Notes);
  const answer = await orGone(needing(RIGHTS.Note, listed));
  const found = answer?.body.data.find(({ comments }) => comments?.includes(note.reference));
  return found === undefined ? null : { noteId: String(found.id) };
}

/** What people read there is HTML. */
function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll('\n', '<br>');
}
