import { Anchor, Button, Text } from '@mantine/core';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, ConnectedApp } from '../../../contract/connected-apps.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { AddAppDialog } from './add-app-dialog.tsx';
import { AppRow, ConnectedAppRow } from './app-rows.tsx';
import classes from './connected-apps.module.css';
import { appsChanged, appsQuery, connectedAppsQuery } from './connected-apps-query.ts';

type Task =
  | { kind: 'add' }
  | { kind: 'disconnect'; connected: ConnectedApp }
  | { kind: 'delete'; added: App };

export function ConnectedAppsScreen() {
  const connected = useInfiniteQuery(connectedAppsQuery());
  const added = useInfiniteQuery(appsQuery());
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <Page
      title="Connected apps"
      lead={
        <>
          A connected app can do what the person who connected it can do, as far as they allowed it.{' '}
          <Anchor href="/v1/docs" target="_blank" underline="always" inherit>
            Read how to make an app
          </Anchor>
        </>
      }
      back={{ to: paths.integrations, label: 'Integrations' }}
      width="account"
    >
      <PagedList
        list={connected}
        items={itemsOf(connected.data)}
        what="Your connected apps"
        empty={
          <EmptyState
            icon={<IconApps size={32} stroke={1.5} />}
            title="No connected apps yet"
            text="Connect one from the app itself. It sends you here to allow what it asks for."
          />
        }
      >
        {(apps) => (
          <ul className={rows.list} aria-label="Connected apps">
            {apps.map((app) => (
              <ConnectedAppRow
                key={app.id}
                app={app}
                onDisconnect={() => setTask({ kind: 'disconnect', connected: app })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <section aria-labelledby="added-apps">
        <div className={classes.headline}>
          <h2 id="added-apps" className={classes.heading}>
            Your own apps
          </h2>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setTask({ kind: 'add' })}
          >
            Add app
          </Button>
        </div>
        <PagedList
          list={added}
          items={itemsOf(added.data)}
          what="Your own apps"
          empty="Add an app that your company makes, so that people can connect it."
        >
          {(apps) => (
            <ul className={rows.list} aria-label="Your own apps">
              {apps.map((app) => (
                <AppRow key={app.id} app={app} onDelete={() => setTask({ kind: 'delete', added: app })} />
              ))}
            </ul>
          )}
        </PagedList>
      </section>
      {task?.kind === 'add' && <AddAppDialog onClose={close} />}
      {task?.kind === 'disconnect' && <DisconnectDialog app={task.connected} onClose={close} />}
      {task?.kind === 'delete' && <DeleteDialog app={task.added} onClose={close} />}
    </Page>
  );
}

function DisconnectDialog({ app: { id, name }, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const disconnect = useSave({
    save: () => unlessGone(call(routes.disconnectApp, { params: { id } })),
    done: 'App disconnected',
    changes: appsChanged,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Disconnect ${name}?`}
      confirm="Disconnect"
      isPending={disconnect.isPending}
      onConfirm={() => disconnect.run()}
      onClose={onClose}
    >
      <Text>Its calls are refused right away. To use it again, connect it from the app.</Text>
    </ConfirmDialog>
  );
}

function DeleteDialog({ app: { id, name }, onClose }: { app: App; onClose: () => void }) {
  const remove = useSave({
    save: () => unlessGone(call(routes.deleteApp, { params: { id } })),
    done: 'App deleted',
    changes: appsChanged,
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
      <Text>Everyone who connected it is disconnected right away. You can't undo this.</Text>
    </ConfirmDialog>
  );
}
