/* What the account wants candidates to know about drafts: its own line, which the person sees and can change. */

export function withNote(draft: string, note: string | null): string {
  return note === null || draft.endsWith(note) ? draft : `${draft}\n${note}`;
}

/** For rewriting: the note isn't part of what is rewritten. */
export function withoutNote(text: string, note: string | null): string {
  return note !== null && text.endsWith(note) ? text.slice(0, -note.length).trimEnd() : text;
}
