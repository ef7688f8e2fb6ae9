import { Text } from '@mantine/core';
import type { Automation } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
  const remove = useSave({
    save: () => unlessGone(call(routes.deleteAutomation, { params: { id } })),
    done: `Deleted your ${kind.noun}`,
    onDone: () => {
      onClose();
      onDeleted();
    },
    changes: automationsChanged,
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
        The texts it planned won't go out, and you can't undo this. Texts it already sent stay. To stop it for
        a while, turn it off instead.
      </Text>
    </ConfirmDialog>
  );
}
