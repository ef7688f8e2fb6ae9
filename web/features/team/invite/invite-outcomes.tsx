import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { InviteOutcome } from '../../../../contract/team.ts';
import classes from './invite-outcomes.module.css';

const words = { sent: 'Invited', ok: 'Back in the team' } as const;

/** What has become of each address; those that were refused come first. */
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
          ? `All ${done.length} are invited.`
          : `${done.length} of ${outcomes.length} are invited, ${refused.length} not.`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard */}
      <ul className={classes.outcomes} aria-label="Outcome of each address" tabIndex={0}>
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
            Edit the refused
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
