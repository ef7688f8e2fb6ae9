import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AtsIntegration } from '../../../../contract/ats.ts';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { counted } from '../ats-words.ts';
import { integrationsChanged, withoutIntegration } from '../integrations-query.ts';

export function DisconnectDialog({
  name,
  integration: { type, notes },
  onClose,
}: {
  name: string;
  integration: AtsIntegration;
  onClose: () => void;
}) {
  useFocusBack();
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: async () => {
      try {
        await call(routes.removeAtsIntegration, { query: { atsType: type } });
      } catch (error) {
        // A colleague was faster.
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      }
    },
    onSuccess: () => {
      onClose();
      notifications.show({ message: `${name} disconnected`, color: 'teal' });
      withoutIntegration(queryClient, type);
      integrationsChanged(queryClient);
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
          Your candidates and conversations stay. The jobs, stages and interviews that we read from {name} are
          removed.
        </Text>
        {notes.waiting > 0 && (
          <Text>
            {notes.waiting === 1
              ? `1 note waits to be written in ${name}. It will never be.`
              : `${counted(notes.waiting, 'note')} wait to be written in ${name}. They will never be.`}
          </Text>
        )}
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
