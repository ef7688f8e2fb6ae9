import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconFilter,
  IconPencil,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import type { View } from '../../../../contract/views.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { unlessGone } from '../../../lib/api/unless-gone.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showInbox, useInboxView, WHOLE_INBOX } from './inbox-view.ts';
import { TagsDialog, ViewDialog } from './view-dialogs.tsx';
import { isShown, shownBy, viewsQuery } from './views-query.ts';

/** The views that a person has, what the inbox is filtered by, and saving that as a view. */
export function ViewMenu() {
  const { user } = useMe();
  const shown = useInboxView();
  const navigate = useNavigate();
  const { view: openId } = useSearch({ strict: false });
  const views = useQuery(viewsQuery());
  const [asking, setAsking] = useState<'tags' | 'save' | 'edit' | 'delete' | null>(null);
  const close = () => setAsking(null);
  const all = views.data ?? [];
  const own = all.filter(({ owner }) => owner?.id === user.id);
  const others = all.filter(({ owner }) => owner?.id !== user.id);
  const opened = all.find(({ id }) => id === openId);
  const canWrite = !isImpersonating();
  const canChange = canWrite && opened?.can.change;

  const show = (id: string | undefined) => navigate({ to: paths.messages, search: { view: id } });
  const update = useSave({
    save: (view: View) =>
      call(routes.updateView, { params: { id: view.id }, body: { query: queryOf(shown) } }),
    done: 'View saved',
    changes: (queryClient) => loadAgain(queryClient, routes.listViews),
  });
  const remove = useSave({
    save: (view: View) => unlessGone(call(routes.deleteView, { params: { id: view.id } })),
    done: 'View deleted',
    changes: (queryClient) => loadAgain(queryClient, routes.listViews),
    onDone: () => {
      close();
      showInbox(WHOLE_INBOX);
      void show(undefined);
    },
  });

  const item = (view: View) => (
    <Menu.Item
      key={view.id}
      leftSection={view.id === openId ? <IconCheck size={14} /> : <IconBookmark size={14} />}
      aria-current={view.id === openId ? 'true' : undefined}
      onClick={() => {
        // Also where it is open already and the filter was changed since.
        showInbox({ ...shownBy(user, view), search: '' });
        void show(view.id);
      }}
    >
      {view.name}
      {view.owner?.id !== user.id && (
        <Text span size="xs" c="dimmed">
          {' '}
          {view.owner ? `${view.owner.firstName} ${view.owner.lastName}` : 'Former colleague'}
        </Text>
      )}
    </Menu.Item>
  );
  return (
    <>
      <Menu defaultOpened position="bottom-end" shadow="md" width={260} keepMounted={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" size="lg" aria-label="Views and tags">
            <IconFilter size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          {own.length > 0 && <Menu.Label>Your views</Menu.Label>}
          {own.map(item)}
          {others.length > 0 && <Menu.Label>Shared by colleagues</Menu.Label>}
          {others.map(item)}
          {views.isError && <Menu.Label>Your views couldn't be loaded.</Menu.Label>}
          {all.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconTag size={14} />} onClick={() => setAsking('tags')}>
            Filter by tags…
          </Menu.Item>
          {canWrite && (
            <Menu.Item leftSection={<IconDeviceFloppy size={14} />} onClick={() => setAsking('save')}>
              Save as a new view…
            </Menu.Item>
          )}
          {canChange && !isShown(user, opened, shown) && (
            <Menu.Item leftSection={<IconDeviceFloppy size={14} />} onClick={() => update.run(opened)}>
              Save changes to “{opened.name}”
            </Menu.Item>
          )}
          {canChange && (
            <>
              <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setAsking('edit')}>
                Rename or share “{opened.name}”…
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => setAsking('delete')}>
                Delete “{opened.name}”…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'tags' && <TagsDialog shown={shown} onClose={close} />}
      {asking === 'save' && (
        <ViewDialog view={null} query={queryOf(shown)} onSaved={({ id }) => void show(id)} onClose={close} />
      )}
      {asking === 'edit' && opened && <ViewDialog view={opened} query={opened.query} onClose={close} />}
      {asking === 'delete' && opened && (
        <ConfirmDialog
          title={`Delete “${opened.name}”?`}
          confirm="Delete view"
          isPending={remove.isPending}
          onConfirm={() => remove.run(opened)}
          onClose={close}
        >
          <Text size="sm">
            {opened.shared ? 'Your colleagues lose it too. ' : ''}The conversations stay as they are.
          </Text>
        </ConfirmDialog>
      )}
    </>
  );
}

const queryOf = ({ filter, assignee, tags }: ReturnType<typeof useInboxView>): View['query'] => ({
  filter,
  assignee,
  tags: [...tags],
});
