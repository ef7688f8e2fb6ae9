import { Text } from '@mantine/core';
import type { CalendarConnection } from '../../../../contract/calendar-connections.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { unlessGone } from '../../../lib/api/unless-gone.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { reloadConnections } from './connections-query.ts';

export function DisconnectCalendarDialog({
  connection: { id, name, canWrite },
  onClose,
  onDisconnected,
}: {
  connection: CalendarConnection;
  onClose: () => void;
  onDisconnected: () => void;
}) {
  useFocusBack();
  const disconnect = useSave({
    save: () => unlessGone(call(routes.disconnectCalendar, { params: { id } })),
    done: 'Calendar disconnected',
    keep: async (queryClient) => {
      await reloadConnections(queryClient).catch(() => {});
      // The row that had the focus is gone by now.
      onDisconnected();
    },
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
      <Text>
        {`We won't see when you're busy there anymore.${canWrite ? ' Interviews we added will stay.' : ''}`}
      </Text>
    </ConfirmDialog>
  );
}
