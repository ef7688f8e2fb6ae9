import { Tooltip } from '@mantine/core';
import { listed } from '../../../lib/words.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { useColleagues } from '../../assign/assignees.ts';
import classes from './presence.module.css';
import { usePresentIn } from './present-people.ts';

const SHOWN = 3;

/** The colleagues who have the conversation open, too. */
export function PresentPeople({ conversationId }: { conversationId: string }) {
  const present = usePresentIn(conversationId);
  const colleagues = useColleagues(present.length > 0);
  if (present.length === 0) return null;
  const label = `${listed(present.map(({ firstName }) => firstName || 'A colleague'))} ${
    present.length === 1 ? 'has' : 'have'
  } this open too`;
  return (
    <Tooltip label={label}>
      <span className={classes.people} role="img" aria-label={label}>
        {present.slice(0, SHOWN).map((person) => (
          <span key={person.id} className={classes.person} data-typing={person.isTyping || undefined}>
            <PersonAvatar
              person={colleagues.find(({ id }) => id === person.id) ?? { ...person, lastName: '' }}
              size={24}
            />
          </span>
        ))}
        {present.length > SHOWN && <span>+{present.length - SHOWN}</span>}
      </span>
    </Tooltip>
  );
}

/** Who is writing in the conversation at this moment. */
export function TypingPeople({ conversationId }: { conversationId: string }) {
  const typing = usePresentIn(conversationId).filter(({ isTyping }) => isTyping);
  return (
    <span className={classes.typing} role="status">
      {typing.length > 0 &&
        `${listed(typing.map(({ firstName }) => firstName || 'A colleague'))} ${
          typing.length === 1 ? 'is' : 'are'
        } typing…`}
    </span>
  );
}
