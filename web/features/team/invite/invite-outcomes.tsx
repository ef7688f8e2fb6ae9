import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { InviteOutcome } from '../../../../contract/team.ts';
import classes from './invite-outcomes.module.css';

const words = { sent: 'Invited', ok: 'Back on the team' } as const;

/** The result for each address; refused ones come first. */
export function InviteOutcomes({
  outcomes,
  onAgain,
  onClose,
}: {
  outcomes: InviteOutcome[];
  /** Takes the refused addresses back into the field. */
  onAgain: (refused: string[]) => void;
  onClose: () => void;
}) {
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  const done = outcomes.filter(({ outcome }) => outcome !== 'refused');
  return (
    <Stack gap="md">
      <Text role="status" fw={500}>
        {refused.length === 0
          ? done.length === 1
            ? 'One person invited.'
            : `All ${done.length} people invited.`
          : `${done.length} of ${outcomes.length} invited. ${refused.length} couldn't be.`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard */}
      <ul className={classes.outcomes} aria-label="Result for each address" tabIndex={0}>
        {[...refused, ...done].map(({ email, outcome, message }) => (
          <li key={email} data-outcome={outcome}>
            {outcome === 'refused' ? <IconAlertCircle size={16} /> : <IconCheck size={16} />}
            <div>
              <div className={classes.email}>{email}</div>
              <div className={classes.sentence}>{outcome === 'refused' ? message : words[outcome]}</div>
            </div>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="sm">
        {refused.length > 0 && (
          <Button variant="default" onClick={() => onAgain(refused.map(({ email }) => email))}>
            Edit the rest
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
