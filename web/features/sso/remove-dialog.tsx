import { Text } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
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
  const remove = useSave({
    save: () => call(routes.removeSingleSignOn),
    keep: async (queryClient) => {
      await loadAgain(queryClient, singleSignOnQuery().queryKey);
    },
    done: 'Single sign-on removed',
    onDone: close,
  });
  return (
    <ConfirmDialog
      title="Remove single sign-on?"
      confirm="Remove"
      opened={opened}
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={close}
    >
      <Text>
        People at {connection.domain} will sign in with a password or a link again. Anyone signed in now stays
        signed in.
      </Text>
    </ConfirmDialog>
  );
}
