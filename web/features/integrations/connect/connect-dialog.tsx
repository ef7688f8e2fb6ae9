import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { ConnectForm } from './connect-form.tsx';
import { WebhookStep } from './webhook-step.tsx';

/** Connects a system, or gives a connected one another key. */
export function ConnectDialog({
  system,
  integration,
  onClose,
}: {
  system: AtsDescription;
  integration: AtsIntegration | null;
  onClose: () => void;
}) {
  useFocusBack();
  /** Its webhook is still to be set up by hand. */
  const [saved, setSaved] = useState<AtsIntegration | null>(null);
  const secret = saved?.webhook.secret ?? null;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        secret !== null
          ? `Add the webhook in ${system.name}`
          : integration
            ? `Change the key for ${system.name}`
            : `Connect ${system.name}`
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {saved && secret !== null ? (
        <WebhookStep system={system} url={saved.webhook.url} secret={secret} onDone={onClose} />
      ) : (
        <ConnectForm
          system={system}
          isConnected={integration !== null}
          onSaved={(now) => {
            if (now.webhook.secret === null) onClose();
            else setSaved(now);
          }}
        />
      )}
    </Modal>
  );
}
