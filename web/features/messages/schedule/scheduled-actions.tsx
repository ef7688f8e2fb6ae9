import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { asksSender, type SendAnswers, SendQuestion } from '../../writing/send-question.tsx';
import { takeBackText } from '../take-back-text.ts';
import { scheduledChanged } from './scheduled-changed.ts';

const EditScheduledDialog = lazy(() =>
  import('./edit-scheduled-dialog.tsx').then((module) => ({ default: module.EditScheduledDialog })),
);

const NOT_NAMED = { firstName: '' };

/** What can be done with a scheduled text, or one that's held: everything by its author, and colleagues may cancel it. */
export function ScheduledActions({
  message,
  candidate = NOT_NAMED,
  user,
}: {
  message: Message;
  /** Named where they aren't above. */
  candidate?: { firstName: string };
  user: User;
}) {
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState(false);
  const send = useSave({
    save: (answers: SendAnswers) =>
      call(routes.sendMessageNow, { params: { id: message.id }, body: answers }),
    showsFields: true,
    keep: scheduledChanged,
  });
  const cancel = useSave({
    save: () => takeBackText(queryClient, user.id, message),
    changes: (queryClient) => loadAgain(queryClient, routes.listScheduledMessages),
  });
  if (user.impersonation) return null;
  const button = {
    size: 'compact-xs',
    variant: 'subtle',
    disabled: send.isPending || cancel.isPending,
  } as const;
  return (
    <>
      {message.sender?.id === user.id && (
        <>
          <Button {...button} onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button {...button} loading={send.isPending} onClick={() => send.run({})}>
            Send now
          </Button>
        </>
      )}
      <Button {...button} loading={cancel.isPending} onClick={() => cancel.run()}>
        Cancel
      </Button>
      {asksSender(send.error) && (
        <SendQuestion
          error={send.error}
          given={send.variables}
          candidate={candidate}
          timezone={user.timezone}
          onAnswer={(answers) => send.run(answers)}
        />
      )}
      <Suspense>
        {editing && (
          <EditScheduledDialog message={message} candidate={candidate} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </>
  );
}
