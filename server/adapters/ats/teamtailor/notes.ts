import type { AtsApi } from '../api.ts';
import { RefusedByAts } from '../failures.ts';
import type { NewNote } from '../port.ts';
import { hasMore, idIn, readMany, readOne, textOf, write } from './json-api.ts';

/** As many as are looked through for one of the last minutes. */
const PAGES = 3;

export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const { data } = await write(api, 'write note', 'POST', 'notes', {
    type: 'notes',
    attributes: { note: note.body },
    relationships: {
      candidate: { data: { type: 'candidates', id: note.personExternalId } },
      user: { data: { type: 'users', id: await authorOf(api, note) } },
    },
  });
  return { noteId: data.id };
}

/** A note is always someone's: the sender's, or the manager's of the company there. */
async function authorOf(api: AtsApi, { authorEmail }: NewNote): Promise<string> {
  if (authorEmail !== null) {
    const query = { 'filter[email]': authorEmail, page: 1 };
    const [user] = (await readMany(api, { what: 'find user', kind: 'other', path: 'users' }, query)).data;
    if (user !== undefined) return user.id;
  }
  const company = await readOne(api, 'read company', 'company', { include: 'manager' });
  const manager = company === null ? null : idIn(company.data, 'manager');
  if (manager === null) throw new RefusedByAts('write note', 'Teamtailor has no user to write the note as.');
  return manager;
}

/** Notes come newest first, those of all candidates. */
export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  for (let page = 1; page <= PAGES; page += 1) {
    const many = await readMany(
      api,
      { what: 'find note', kind: 'other', path: 'notes' },
      { sort: '-id', page },
    );
    const found = many.data.find((each) => textOf(each, 'note')?.includes(note.reference));
    if (found !== undefined) return { noteId: found.id };
    if (!hasMore(many)) return null;
  }
  return null;
}
