import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
    <ConfirmDialog
      title="Remove single sign-on?"
      confirm="Remove"
      opened={opened}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={close}
    >
      <Text>
        People at {connection.domain} will sign in with a password or a link again. Anyone signed in now stays
        signed in.
      </Text>
    </ConfirmDialog>
  );
}
