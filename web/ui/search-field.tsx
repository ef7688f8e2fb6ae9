import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusScreen } from '../lib/focus-screen.ts';

const SEARCH_PAUSE_MS = 200;
const MAX_LENGTH = 100;

/** Searches once the person pauses, and shows the search if something else has changed it. */
export function SearchField({
  search,
  onSearch,
  label,
  placeholder,
  className,
  field,
  id,
}: {
  /** The current search, as in the address. */
  search: string;
  onSearch: (search: string) => void;
  label: string;
  placeholder: string;
  className?: string | undefined;
  /** For moving the focus here. */
  field?: RefObject<HTMLInputElement | null>;
  id?: string;
}) {
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  const [typed, setTyped] = useState(search);
  // Asked for here, and not shown by the address yet: an address may come later than what is typed next.
  const asked = useRef([search]);
  // The library's debounced callback would cost the first load of the inbox half a kilobyte.
  const pause = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    const place = asked.current.indexOf(search);
    asked.current = place < 0 ? [search] : asked.current.slice(place);
    if (place >= 0) return;
    // The back button, or “Show all”.
    clearTimeout(pause.current);
    setTyped(search);
  }, [search]);

  function type(text: string) {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = window.setTimeout(() => {
      const wanted = text.trim();
      asked.current.push(wanted);
      onSearch(wanted);
    }, SEARCH_PAUSE_MS);
  }
  return (
    <TextInput
      ref={input}
      {...(id ? { id } : {})}
      {...(className ? { className } : {})}
      type="search"
      placeholder={placeholder}
      aria-label={label}
      leftSection={<IconSearch size={16} />}
      rightSection={
        typed && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              type('');
              input.current?.focus();
            }}
          >
            <IconX size={14} />
          </ActionIcon>
        )
      }
      value={typed}
      maxLength={MAX_LENGTH}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        type('');
        // So that the keys are shortcuts again.
        event.currentTarget.blur();
        focusScreen();
      }}
    />
  );
}
