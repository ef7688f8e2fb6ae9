import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import classes from './conversation-screen.module.css';

/** Where the list stands not beside the conversation. */
export function BackToConversations() {
  return (
    <ActionIcon
      component={Link}
      to={paths.messages}
      search
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Back to conversations"
      className={classes.back}
    >
      <IconArrowLeft size={20} />
    </ActionIcon>
  );
}
