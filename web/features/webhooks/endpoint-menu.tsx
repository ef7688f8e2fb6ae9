import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import { SECRET_HOURS, type WebhookEndpoint } from '../../../contract/webhooks.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { nameOf } from './endpoint-name.ts';
import { useSendTest, useTurn } from './use-endpoint.ts';
import { endpointsChanged } from './webhooks-query.ts';

type Asking = 'edit' | 'rotate' | 'turnOff' | 'delete' | { secret: string };

/** What can be done with an endpoint. */
export function EndpointMenu({
  endpoint,
  onDeleted,
}: {
  endpoint: WebhookEndpoint;
  /** Where it was is empty by then. */
  onDeleted: () => void;
}) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const isOn = endpoint.status === 'active';
  const name = nameOf(endpoint);
  const test = useSendTest(endpoint);
  const turn = useTurn(endpoint);
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking('edit')}>Edit</Menu.Item>
          {isOn && <Menu.Item onClick={() => test.run()}>Send a test event</Menu.Item>}
          <Menu.Item onClick={() => setAsking('rotate')}>Get new secret</Menu.Item>
          {isOn ? (
            <Menu.Item onClick={() => setAsking('turnOff')}>Turn off</Menu.Item>
          ) : (
            <Menu.Item onClick={() => turn.run('active')}>Turn on</Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item c="var(--danger)" onClick={() => setAsking('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {asking === 'rotate' && (
        <RotateDialog endpoint={endpoint} onClose={close} onRotated={(secret) => setAsking({ secret })} />
      )}
      {asking === 'turnOff' && (
        <ConfirmDialog
          title={`Turn off ${name}?`}
          confirm="Turn off"
          isPending={turn.isPending}
          onConfirm={() => turn.run('disabled', { onDone: close })}
          onClose={close}
        >
          <Text>It gets no events until you turn it on. You can send what it missed again then.</Text>
        </ConfirmDialog>
      )}
      {asking === 'delete' && <DeleteDialog endpoint={endpoint} onClose={close} onDeleted={onDeleted} />}
      {asking !== null && typeof asking === 'object' && (
        <SecretDialog name={name} secret={asking.secret} onClose={close} />
      )}
    </>
  );
}

function RotateDialog({
  endpoint,
  onClose,
  onRotated,
}: {
  endpoint: WebhookEndpoint;
  onClose: () => void;
  onRotated: (secret: string) => void;
}) {
  const rotate = useSave({
    save: async () => {
      const { secret } = await call(routes.rotateWebhookSecret, { params: { id: endpoint.id } });
      onRotated(secret);
    },
    changes: endpointsChanged,
  });
  return (
    <ConfirmDialog
      title={`Get a new secret for ${nameOf(endpoint)}?`}
      confirm="Get new secret"
      isPending={rotate.isPending}
      onConfirm={() => rotate.run()}
      onClose={onClose}
    >
      <Text>
        For {SECRET_HOURS} hours, each event is signed with the new secret and the one you have now, so you
        can replace it without a break. An older one stops signing right away.
      </Text>
    </ConfirmDialog>
  );
}

function DeleteDialog({
  endpoint,
  onClose,
  onDeleted,
}: {
  endpoint: WebhookEndpoint;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useSave({
    save: () => unlessGone(call(routes.deleteWebhookEndpoint, { params: { id: endpoint.id } })),
    done: 'Webhook endpoint deleted',
    keep: async (queryClient) => {
      await endpointsChanged(queryClient);
      onDeleted();
    },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${nameOf(endpoint)}?`}
      confirm="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <Text>It gets no more events, and its log is gone. You can't undo this.</Text>
    </ConfirmDialog>
  );
}
