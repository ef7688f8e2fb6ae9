import { Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Colleague } from '../../../../contract/notes.ts';
import { personName } from '../../../../contract/person-name.ts';
import { useNextCaret } from '../../../lib/use-next-caret.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { type Lookup, lookupAfter, NOTE_MARKS } from '../composer/lookup.ts';
import { LookupMenu, type LookupMenuHandle } from '../composer/lookup-menu.tsx';
import { colleaguesFor } from './mentions.ts';
import classes from './notes.module.css';
import { whoSeesQuery } from './notes-query.ts';

/** Where a note is written. An `@` looks for a colleague. */
export function NoteField({
  conversationId,
  label,
  value,
  onChange,
  onMention,
  onSubmit,
  onEscape,
}: {
  conversationId: string;
  label: string;
  value: string;
  onChange: (body: string) => void;
  /** They were chosen, of all who have that name. */
  onMention: (userId: string) => void;
  onSubmit: () => void;
  onEscape: () => void;
}) {
  const people = useQuery(whoSeesQuery(conversationId));
  const [lookup, setLookup] = useState<Lookup | null>(null);
  const [option, setOption] = useState<string>();
  const menu = useRef<LookupMenuHandle>(null);
  const menuId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(value.length);
  useNextCaret(field, caret);
  // Without a keyboard, Enter is the only way to a new line.
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false }) ?? false;

  function mention(person: Colleague) {
    if (!lookup) return;
    const name = `@${personName(person)} `;
    caret.current = lookup.start + name.length;
    const rest = value.slice(lookup.start + 1 + lookup.query.length);
    onChange(value.slice(0, lookup.start) + name + rest.replace(/^ /, ''));
    setLookup(null);
    onMention(person.id);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (lookup && !event.nativeEvent.isComposing && menu.current?.onKeyDown(event)) {
      if (event.key === 'Escape') setLookup(null);
      return;
    }
    if (event.key === 'Escape') onEscape();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (touch && !event.metaKey && !event.ctrlKey) return;
    event.preventDefault();
    onSubmit();
  }

  return (
    <>
      {lookup && (
        <LookupMenu
          ref={menu}
          id={menuId}
          label="Colleagues"
          isLoading={people.isPending}
          nothing={null}
          onActive={setOption}
          offers={colleaguesFor(lookup.query, people.data ?? []).map((person) => ({
            id: person.id,
            name: personName(person),
            preview: (
              <span className={classes.offered}>
                <PersonAvatar person={person} size={24} />
                {personName(person)} will be notified.
              </span>
            ),
            pick: () => mention(person),
          }))}
        />
      )}
      <Textarea
        ref={field}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={8}
        aria-label={label}
        placeholder="Write a note. @ mentions a colleague."
        classNames={{ input: classes.field }}
        data-shows="body mentionUserIds"
        value={value}
        onChange={({ currentTarget: { value: next, selectionStart } }) => {
          setLookup(lookupAfter(lookup, value, next, selectionStart, NOTE_MARKS));
          onChange(next);
        }}
        onBlur={() => setLookup(null)}
        onKeyDown={onKeyDown}
        {...(lookup && option
          ? { 'aria-autocomplete': 'list', 'aria-controls': menuId, 'aria-activedescendant': option }
          : {})}
      />
    </>
  );
}
