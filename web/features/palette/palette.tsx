import { Kbd, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './palette.module.css';
import { useCommands } from './use-commands.ts';

const SEARCH_PAUSE_MS = 150;
const PEOPLE_SHOWN = 6;

interface Option {
  key: string;
  group: 'Here' | 'People' | 'Screens' | 'Actions' | 'Texts';
  label: string;
  fact?: string;
  shortcut?: string | undefined;
  picture?: ReactNode;
  run: () => void;
}

/** People, screens and actions by a few letters of their names. */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const search = typed.trim();
  const [settled] = useDebouncedValue(search, SEARCH_PAUSE_MS);
  const people = useQuery({
    ...routeQuery(routes.listCandidates, { query: { search: settled, limit: PEOPLE_SHOWN } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { here, screens, actions, textTo, searchTexts } = useCommands({ onShortcuts });

  const found: Option[] = (search === '' || settled === '' ? [] : (people.data?.items ?? [])).map(
    (candidate) => ({
      key: candidate.id,
      group: 'People',
      label: candidateName(candidate),
      fact: candidate.phoneNumberFormatted,
      picture: <PersonAvatar person={candidate} size={24} />,
      run: () => textTo(candidate.id),
    }),
  );
  const named = <Group extends Option['group']>(group: Group, all: Omit<Option, 'group' | 'key'>[]) =>
    all
      .filter(({ label }) => hasWords(label, search))
      .map((option): Option => ({ ...option, group, key: `${group} ${option.label}` }));
  const options = [
    ...named('Here', here),
    ...named('Screens', screens),
    ...named('Actions', actions),
    ...found,
    ...(search === ''
      ? []
      : [
          {
            key: 'texts',
            group: 'Texts' as const,
            label: `Search texts for “${search}”`,
            run: () => searchTexts(search),
          },
        ]),
  ];
  const at = Math.min(active, options.length - 1);

  useEffect(() => {
    document.getElementById(`palette-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function run(option: Option | undefined) {
    if (!option) return;
    onClose();
    // Once the palette is gone and holds the focus no longer.
    setTimeout(option.run);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setActive(Math.min(at + 1, options.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(options[at]);
    else return;
    event.preventDefault();
  }

  const waits = search !== '' && (settled !== search || people.isFetching);
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="md"
      yOffset="10dvh"
      attributes={{ content: { 'aria-label': 'Search or jump to' } }}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.field}
        aria-label="Search or jump to"
        placeholder="Search people, screens and actions"
        leftSection={<IconSearch size={18} />}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls="palette"
        aria-activedescendant={options[at] ? `palette-${at}` : undefined}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette" role="listbox" aria-label="Results" className={classes.options}>
        {options.map((option, index) => (
          <div key={option.key} role="presentation">
            {option.group !== options[index - 1]?.group && (
              <div className={classes.group} role="presentation">
                {option.group}
              </div>
            )}
            <button
              id={`palette-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classes.option}
              onMouseMove={() => setActive(index)}
              onClick={() => run(option)}
            >
              {option.picture}
              <span className={classes.label}>{option.label}</span>
              {option.fact && <span className={classes.fact}>{option.fact}</span>}
              {option.shortcut && <Kbd size="xs">{option.shortcut}</Kbd>}
            </button>
          </div>
        ))}
      </div>
      <output className={classes.state}>
        {people.isError && search !== ''
          ? "People couldn't be searched. Try again in a moment."
          : options.length === 0
            ? waits
              ? 'Searching…'
              : `Nothing found for “${search}”.`
            : ''}
      </output>
    </Modal>
  );
}

/** Each word that was typed begins one of the label's. */
function hasWords(label: string, search: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
