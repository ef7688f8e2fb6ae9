import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarConnection } from '../../../../contract/calendar-connections.ts';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
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
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: async () => {
      try {
        await call(routes.disconnectCalendar, { params: { id } });
      } catch (error) {
        // Another tab was faster.
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      }
    },
    onSuccess: async () => {
      onClose();
      notifications.show({ message: 'Calendar disconnected', color: 'teal' });
      await reloadConnections(queryClient).catch(() => {});
      onDisconnected();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Disconnect ${name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>
          {`We won't see when you're busy there anymore.${canWrite ? ' Interviews that we put in stay.' : ''}`}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
            Disconnect
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
