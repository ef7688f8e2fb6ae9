import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import type { HelpChat } from '../../../contract/support.ts';
import type { User } from '../../../contract/users.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { userQuery } from '../../lib/session/me.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { openIntercom } from './intercom.ts';
import { SupportForm } from './support-form.tsx';

/** What the Support tab opens: the contact form, or the chat that is set in its place. */
export function Support({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const user = useQuery(userQuery());
  const chat = useQuery({
    ...routeQuery(routes.getHelpChat),
    enabled: opened,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (opened && user.data && chat.data?.type === 'intercom')
    return <Intercom chat={chat.data} user={user.data} onClose={onClose} />;
  const failed = chat.isError || user.isError;
  return (
    <Modal
      opened={opened && (failed || (user.data !== undefined && chat.data?.type === 'form'))}
      onClose={onClose}
      title="Support"
    >
      {failed ? (
        <LoadFailure
          what="The form"
          retry={() => {
            void user.refetch();
            void chat.refetch();
          }}
        />
      ) : (
        user.data && <SupportForm email={user.data.email} onSent={onClose} />
      )}
    </Modal>
  );
}

type IntercomChat = Extract<HelpChat, { type: 'intercom' }>;

function Intercom({ chat, user, onClose }: { chat: IntercomChat; user: User; onClose: () => void }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return;
    let left = false;
    openIntercom(chat, user).then(
      () => !left && onClose(),
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [chat, user, failed, onClose]);
  return (
    <Modal opened={failed} onClose={onClose} title="Support">
      <Stack gap="md" align="flex-start">
        <Text role="alert">The chat couldn't be loaded. Check your connection and your ad blocker.</Text>
        <Button onClick={() => setFailed(false)}>Try again</Button>
      </Stack>
    </Modal>
  );
}
