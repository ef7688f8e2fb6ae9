import { Text } from '@mantine/core';
import type { CalendarShortcut } from '../../../contract/calendars.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
  const remove = useSave({
    save: () => unlessGone(call(routes.deleteCalendarShortcut, { params: { id } })),
    done: 'Shortcut deleted',
    keep: async (queryClient) => {
      await shortcutsChanged(queryClient);
      // The row that had the focus is gone by now.
      onDeleted();
    },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      confirm="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <Text>
        {`#${shortcut} won't become a link anymore, and you can't undo this. Texts you sent with it stay.`}
      </Text>
    </ConfirmDialog>
  );
}
