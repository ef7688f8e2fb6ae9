import { Anchor, Button, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { missingOf, TEAM_ADMINS } from '../../../../contract/access.ts';
import type { ApiKey, NewApiKey } from '../../../../contract/api-keys.ts';
import { ROTATION_HOURS } from '../../../../contract/api-keys.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { unlessGone } from '../../../lib/api/unless-gone.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { whoIs } from '../../../lib/session/access.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Page } from '../../../ui/page.tsx';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { QuickStart } from '../../../ui/quick-start.tsx';
import rows from '../../../ui/rows.module.css';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { AddServiceDialog } from '../../team/service-seats/add-service-dialog.tsx';
import { ApiKeyRow } from './api-key-row.tsx';
import { apiKeysChanged, apiKeysQuery } from './api-keys-query.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';

type Task =
  | { kind: 'create' }
  | { kind: 'addService' }
  | { kind: 'rotate' | 'delete'; apiKey: ApiKey }
  | { kind: 'show'; made: NewApiKey };

const example = (origin: string) => `curl ${origin}/v1/messages \\
  -H "Authorization: Bearer $HIRETEXT_KEY" \\
  -H "Idempotency-Key: text-1042" \\
  -H "Content-Type: application/json" \\
  -d '{ "to": "+14155550110", "body": "See you Monday!" }'`;

export function ApiKeysScreen() {
  const list = useInfiniteQuery(apiKeysQuery());
  const me = useMe();
  const [task, setTask] = useState<Task | null>(null);
  const create = useRef<HTMLButtonElement>(null);
  const close = () => setTask(null);
  const show = (made: NewApiKey) => setTask({ kind: 'show', made });
  const openCreate = () => setTask({ kind: 'create' });
  return (
    <Page
      title="API keys"
      lead={
        <>
          With a key, your other software can do what you can do. With a service seat, it has its own name and
          number, and outlasts the people who set it up.{' '}
          <Anchor href="/v1/docs" target="_blank" underline="always" inherit>
            Read how to call the API
          </Anchor>
        </>
      }
      back={{ to: paths.integrations, label: 'Integrations' }}
      width="account"
      actions={
        <>
          {missingOf(TEAM_ADMINS, whoIs(me.user, me.account)) === null && (
            <Button variant="default" onClick={() => setTask({ kind: 'addService' })}>
              Add service seat
            </Button>
          )}
          <Button ref={create} leftSection={<IconPlus size={16} />} onClick={openCreate}>
            Create key
          </Button>
        </>
      }
    >
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Your API keys"
        empty={
          <QuickStart
            icon={<IconKey size={32} stroke={1.5} />}
            title="No API keys yet"
            text="Create one, give it to your software, and let it text, or read what has changed."
            button="Create key"
            onStart={openCreate}
            heading="Send a text"
            example={example(window.location.origin)}
          />
        }
      >
        {(keys) => (
          <ul className={rows.list} aria-label="API keys">
            {keys.map((apiKey) => (
              <ApiKeyRow
                key={apiKey.id}
                apiKey={apiKey}
                onRotate={() => setTask({ kind: 'rotate', apiKey })}
                onDelete={() => setTask({ kind: 'delete', apiKey })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {task?.kind === 'create' && <CreateKeyDialog onClose={close} onCreated={show} />}
      {task?.kind === 'addService' && <AddServiceDialog onClose={close} />}
      {task?.kind === 'show' && (
        <SecretDialog name={task.made.name} secret={task.made.secret} onClose={close} />
      )}
      {task?.kind === 'rotate' && <RotateDialog apiKey={task.apiKey} onClose={close} onRotated={show} />}
      {task?.kind === 'delete' && (
        <DeleteDialog apiKey={task.apiKey} onClose={close} onDeleted={() => create.current?.focus()} />
      )}
    </Page>
  );
}

function RotateDialog({
  apiKey: { id, name, rotatedUntil },
  onClose,
  onRotated,
}: {
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: (made: NewApiKey) => void;
}) {
  const rotate = useSave({
    save: async () => onRotated(await call(routes.rotateApiKey, { params: { id } })),
    changes: apiKeysChanged,
  });
  return (
    <ConfirmDialog
      title={`Get a new secret for ${name}?`}
      confirm="Get new secret"
      isPending={rotate.isPending}
      onConfirm={() => rotate.run()}
      onClose={onClose}
    >
      <Text>
        The secret you have now works for {ROTATION_HOURS} more hours, so you can replace it without a break.
        {rotatedUntil && ' The one before it stops working right away.'}
      </Text>
    </ConfirmDialog>
  );
}

function DeleteDialog({
  apiKey: { id, name },
  onClose,
  onDeleted,
}: {
  apiKey: ApiKey;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useSave({
    save: () => unlessGone(call(routes.deleteApiKey, { params: { id } })),
    done: 'API key deleted',
    keep: async (queryClient) => {
      await apiKeysChanged(queryClient);
      // The row that had the focus is gone.
      onDeleted();
    },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <Text>Software that uses it is refused right away. You can't undo this.</Text>
    </ConfirmDialog>
  );
}
