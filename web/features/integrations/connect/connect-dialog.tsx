import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { ConnectForm } from './connect-form.tsx';
import { TrySimulated } from './try-simulated.tsx';
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
  const [saved, setSaved] = useState<{ url: string; secret: string; entered: string[] } | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        saved
          ? `Add the webhook in ${system.name}`
          : integration
            ? `Change the key for ${system.name}`
            : `Connect ${system.name}`
      }
    >
      {saved ? (
        <WebhookStep system={system} {...saved} onDone={onClose} />
      ) : (
        <>
          {system.simulated && !integration && <TrySimulated system={system} onConnected={onClose} />}
          <ConnectForm
            system={system}
            isConnected={integration !== null}
            onSaved={({ webhook: { url, secret } }, entered) => {
              if (secret === null) onClose();
              else setSaved({ url, secret, entered });
            }}
          />
        </>
      )}
    </Modal>
  );
}
