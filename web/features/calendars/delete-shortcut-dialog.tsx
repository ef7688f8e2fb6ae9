import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarShortcut } from '../../../contract/calendars.ts';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { shortcutsChanged } from './calendars-query.ts';

export function DeleteShortcutDialog({
  shortcut: { id, name, shortcut },
  onClose,
  onDeleted,
}: {
  shortcut: CalendarShortcut;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await call(routes.deleteCalendarShortcut, { params: { id } });
      } catch (error) {
        // Another tab was faster.
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      }
    },
    onSuccess: async () => {
      onClose();
      notifications.show({ message: 'Shortcut deleted', color: 'teal' });
      await shortcutsChanged(queryClient);
      onDeleted();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Delete “${name}”?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text>
          {`#${shortcut} won't become a link anymore, and you can't undo this. Texts you sent with it stay.`}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
