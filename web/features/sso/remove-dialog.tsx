import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { type Connection, singleSignOnQuery } from './single-sign-on-query.ts';

export function RemoveDialog({
  connection,
  opened,
  close,
}: {
  connection: Connection;
  opened: boolean;
  close: () => void;
}) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(routes.removeSingleSignOn),
    onSuccess: async () => {
      close();
      notifications.show({ message: 'Single sign-on removed', color: 'teal' });
      await queryClient.invalidateQueries({ queryKey: singleSignOnQuery().queryKey });
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Remove single sign-on?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>
          People at {connection.domain} will sign in with a password or a link again. Anyone signed in now
          stays signed in.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={close}>
            Cancel
          </Button>
          <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
