import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '../../../contract/automations.ts';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { AutomationKind } from './automation-kinds.ts';
import { automationsChanged } from './automations-query.ts';

export function DeleteAutomationDialog({
  kind,
  automation: { id, name },
  onClose,
  onDeleted,
}: {
  kind: AutomationKind;
  automation: Automation;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await call(routes.deleteAutomation, { params: { id } });
      } catch (error) {
        // Another tab was faster.
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      }
    },
    onSuccess: async () => {
      onClose();
      notifications.show({ message: `Deleted your ${kind.noun}`, color: 'teal' });
      automationsChanged(queryClient);
      onDeleted();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Delete “${name}”?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text>
          The texts it planned won't go out, and you can't undo this. Texts it already sent stay. To stop it
          for a while, turn it off instead.
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
