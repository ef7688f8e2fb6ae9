import { Button } from '@mantine/core';
import type { Conversation } from '../../../../contract/conversations.ts';
import { weekdayAndTime } from '../../../lib/dates.ts';
import { RETURN_WORDS } from '../../messages/return-words.ts';
import { useTriage } from '../inbox/use-triage.ts';
import classes from './conversation-screen.module.css';

/** Until when a conversation is snoozed, or why it is back. */
export function ReturnBanner({ conversation, timezone }: { conversation: Conversation; timezone: string }) {
  const { snoozedUntil, snoozedUntilAnswer, remindAt, returned } = conversation;
  const { unsnooze, cancelReminder } = useTriage(conversation.id);
  if (snoozedUntil)
    return (
      <Line
        words={
          snoozedUntilAnswer
            ? 'Snoozed until they answer'
            : `Snoozed until ${weekdayAndTime(snoozedUntil, timezone)}`
        }
        button="Unsnooze"
        onClick={() => unsnooze(conversation)}
      />
    );
  if (returned)
    return (
      <Line
        words={`Back on top: ${RETURN_WORDS[returned.reason]}`}
        button="Done"
        onClick={() => unsnooze(conversation)}
      />
    );
  if (remindAt)
    return (
      <Line
        words={`Comes back ${weekdayAndTime(remindAt, timezone)} if they don't answer`}
        button="Cancel reminder"
        onClick={() => cancelReminder(conversation)}
      />
    );
  return null;
}

function Line({ words, button, onClick }: { words: string; button: string; onClick: () => void }) {
  return (
    <div className={classes.banner} role="status">
      <span className={classes.bannerText}>{words}</span>
      <Button size="compact-xs" variant="default" onClick={onClick}>
        {button}
      </Button>
    </div>
  );
}
