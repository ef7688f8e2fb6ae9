import type { Colleague } from '../../../../contract/notes.ts';
import { personName } from '../../../../contract/person-name.ts';
import { mayBegin } from '../../../../contract/with-links.ts';

type Named = Pick<Colleague, 'id' | 'firstName' | 'lastName'>;

export interface Piece {
  text: string;
  /** Whom it mentions; several have the same name. */
  mentions: string[];
}

/** A note in pieces: an `@` and the whole name of someone is a mention, the longest name first. */
export function piecesOf(body: string, people: readonly Named[]): Piece[] {
  const names = Map.groupBy(people, (person) => personName(person).toLowerCase());
  const longestFirst = [...names.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  const pieces: Piece[] = [];
  let done = 0;
  for (let at = body.indexOf('@'); at !== -1; at = body.indexOf('@', at + 1)) {
    if (at < done || !mayBegin(body.slice(0, at))) continue;
    const rest = body.slice(at + 1).toLowerCase();
    const name = longestFirst.find(
      (each) => rest.startsWith(each) && !/^[\p{L}\p{N}]/u.test(rest.slice(each.length)),
    );
    if (name === undefined) continue;
    const end = at + 1 + name.length;
    if (at > done) pieces.push({ text: body.slice(done, at), mentions: [] });
    pieces.push({ text: body.slice(at, end), mentions: (names.get(name) ?? []).map(({ id }) => id) });
    done = end;
  }
  if (done < body.length) pieces.push({ text: body.slice(done), mentions: [] });
  return pieces;
}

/** `chosen`: of several with one name, only they are mentioned, unless none of them was chosen. */
export function mentionedIn(
  body: string,
  people: readonly Named[],
  chosen: readonly string[] = [],
): string[] {
  const ids = piecesOf(body, people).flatMap(({ mentions }) => {
    const picked = mentions.filter((id) => chosen.includes(id));
    return picked.length > 0 ? picked : mentions;
  });
  return [...new Set(ids)];
}

/** Any word of whose name begins like that. */
export function colleaguesFor<Person extends Named>(query: string, people: readonly Person[]): Person[] {
  const wanted = query.trim().toLowerCase();
  return people.filter((person) => {
    const name = personName(person).toLowerCase();
    return (
      name !== '' && (name.startsWith(wanted) || name.split(/\s+/).some((word) => word.startsWith(wanted)))
    );
  });
}
