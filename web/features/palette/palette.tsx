import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { hasWords } from '../../lib/words.ts';
import { type Option, OptionList } from '../../ui/option-list.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { useCommands } from './use-commands.ts';

const SEARCH_PAUSE_MS = 150;
const PEOPLE_SHOWN = 6;

/** People, screens and actions by a few letters of their names. */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const [typed, setTyped] = useState('');
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
  const named = (group: string, all: Omit<Option, 'group' | 'key'>[]) =>
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
            group: 'Texts',
            label: `Search texts for “${search}”`,
            run: () => searchTexts(search),
          },
        ]),
  ];
  function run(option: Option) {
    onClose();
    // Once the palette is gone and holds the focus no longer.
    setTimeout(option.run);
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
      <OptionList
        label="Search or jump to"
        placeholder="Search people, screens and actions"
        search={typed}
        onSearch={setTyped}
        options={options}
        onRun={run}
        state={
          people.isError && search !== ''
            ? "People couldn't be searched. Try again in a moment."
            : options.length > 0
              ? ''
              : waits
                ? 'Searching…'
                : `Nothing found for “${search}”.`
        }
      />
    </Modal>
  );
}
