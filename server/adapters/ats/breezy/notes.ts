import type { AtsApi } from '../api.ts';
import { NotFound } from '../failures.ts';
import type { NewNote } from '../port.ts';
import { items } from '../records.ts';
import { companyApi, pathOf } from './address.ts';
import { Activity, Posted } from './replies.ts';

const PAGE_SIZE = 50;
/** A note that was just written is on the first. */
const PAGES = 4;

/** To the stream. The conversation, which looks like the right place, is mailed to the candidate. */
export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const json = { body: note.body };
  const asked = { method: 'POST', path: streamOf(note), json } as const;
  const posted = await (await companyApi(api)).write('write note', asked, Posted);
  return { noteId: posted._id };
}

export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  const company = await companyApi(api);
  for (let page = 0; page < PAGES; page += 1) {
    const query = { skip: page * PAGE_SIZE };
    const asked = { method: 'GET', path: streamOf(note), query } as const;
    const activities = await company.read('find note', asked, items(api, 'other', Activity));
    const found = activities.find(
      ({ type, object }) => type === 'companyNotePosted' && textOf(object).includes(note.reference),
    );
    if (found !== undefined) return { noteId: found._id };
    if (activities.length === 0 || activities.some((each) => each.first_activity === true)) return null;
  }
  return null;
}

/** Breezy doesn't document which field has the text. */
const textOf = (object: unknown) => JSON.stringify(object) ?? '';

function streamOf({ personExternalId }: NewNote): string {
  const path = pathOf(personExternalId);
  if (path === null) throw new NotFound('note: no such candidate');
  return `${path}/stream`;
}
