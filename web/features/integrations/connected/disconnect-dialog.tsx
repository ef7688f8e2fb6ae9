import { Text } from '@mantine/core';
import type { AtsIntegration } from '../../../../contract/ats.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { unlessGone } from '../../../lib/api/unless-gone.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { counted } from '../../../lib/words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
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
  const disconnect = useSave({
    save: () => unlessGone(call(routes.removeAtsIntegration, { query: { atsType: type } })),
    keep: (queryClient) => {
      withoutIntegration(queryClient, type);
      integrationsChanged(queryClient);
    },
    done: `${name} disconnected`,
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
        Your candidates and conversations stay. The jobs, stages and interviews that we read from {name} are
        removed.
      </Text>
      {notes.waiting > 0 && (
        <Text>
          {notes.waiting === 1
            ? `1 note hasn't been added to ${name} and will be lost.`
            : `${counted(notes.waiting, 'note')} haven't been added to ${name} and will be lost.`}
        </Text>
      )}
    </ConfirmDialog>
  );
}
