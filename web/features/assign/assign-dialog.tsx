import { Modal } from '@mantine/core';
import { IconCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '../../../contract/conversations.ts';
import type { Colleague } from '../../../contract/notes.ts';
import { candidateName, personName } from '../../../contract/person-name.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted, hasWords } from '../../lib/words.ts';
import { type Option, OptionList } from '../../ui/option-list.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { assigneesQuery } from './assignees.ts';
import { stopAssigning } from './assigning.ts';

/** Who gets these conversations: you, a colleague or no one. */
export function AssignDialog({
  conversations,
  onChoose,
}: {
  conversations: readonly Conversation[];
  onChoose: (to: { userId: string | null; name: string }) => void;
}) {
  const { user } = useMe();
  const people = useQuery(assigneesQuery());
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const [first] = conversations;
  const what =
    conversations.length === 1 && first
      ? candidateName(first.candidate)
      : counted(conversations.length, 'conversation');
  const isTheirs = (userId: string | null) => conversations.every(({ assigneeId }) => assigneeId === userId);

  function option(person: Colleague | null, label: string): Option {
    const userId = person?.id ?? null;
    return {
      key: userId ?? 'no one',
      label,
      picture: person ? <PersonAvatar person={person} size={24} /> : <IconUserOff size={24} stroke={1.5} />,
      ...(isTheirs(userId) && { fact: <IconCheck size={16} aria-label="Now" /> }),
      run: () => {
        if (isTheirs(userId)) return;
        onChoose({ userId, name: userId === user.id ? 'you' : personName(person ?? user) });
      },
    };
  }
  const others = (people.data ?? []).filter(({ id }) => id !== user.id);
  const options = [
    option(user, 'You'),
    option(null, 'No one'),
    ...others.map((person) => option(person, personName(person) || 'A colleague without a name')),
  ].filter(({ label }) => hasWords(label, search));

  return (
    <Modal
      opened
      onClose={stopAssigning}
      title={`Assign ${what}`}
      size="xs"
      yOffset="10dvh"
      styles={{ body: { padding: 0 } }}
    >
      <OptionList
        label="Search colleagues"
        placeholder="Search colleagues"
        search={typed}
        onSearch={setTyped}
        options={options}
        onRun={(chosen) => {
          stopAssigning();
          chosen.run();
        }}
        state={
          people.isError
            ? "Your colleagues couldn't be loaded. Try again in a moment."
            : people.isPending
              ? 'Loading…'
              : options.length === 0
                ? `No one is called “${search}”.`
                : ''
        }
      />
    </Modal>
  );
}
