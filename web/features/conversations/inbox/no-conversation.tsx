import { Button, Kbd } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import classes from '../conversation/conversation-screen.module.css';
import { useShownConversations } from './shown-conversations.ts';

export function NoConversation() {
  const { list, conversations } = useShownConversations(undefined);
  if (list.isPending) return null;
  const begin = (
    <Button
      component={Link}
      to={paths.newConversation}
      variant="default"
      rightSection={<Kbd size="xs">c</Kbd>}
    >
      New conversation
    </Button>
  );
  return (
    <div className={classes.center}>
      {conversations.length === 0 ? (
        begin
      ) : (
        <EmptyState
          icon={<IconMessage size={32} stroke={1.25} />}
          title="Pick a conversation"
          text="Its texts show up here, and new ones appear as they arrive."
          action={begin}
        />
      )}
    </div>
  );
}
