import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import type { Conversation } from '../../../contract/conversations.ts';
import { personName } from '../../../contract/person-name.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { useAssigneeOf } from './assignees.ts';
import { chooseAssignee } from './assigning.ts';

/** Who has the conversation, and the way to give it to someone else. */
export function AssignButton({ conversation }: { conversation: Conversation }) {
  const { user } = useMe();
  const colleague = useAssigneeOf([conversation])(conversation);
  const { assigneeId } = conversation;
  const who = assigneeId === user.id ? 'you' : colleague ? personName(colleague) : 'a colleague';
  const label = assigneeId === null ? 'Assign' : `Assigned to ${who}`;
  return (
    <Tooltip label={`${label} (a)`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-haspopup="dialog"
        disabled={!conversation.can.assign}
        onClick={() => chooseAssignee([conversation])}
      >
        <VisuallyHidden>{label}</VisuallyHidden>
        {colleague ? (
          <PersonAvatar person={colleague} size={24} />
        ) : assigneeId === null ? (
          <IconUserPlus size={18} />
        ) : (
          <IconUserCheck size={18} />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
