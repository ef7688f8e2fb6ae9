import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { integrationsChanged, keepIntegration } from '../integrations-query.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { useChangeIntegration } from './use-change-integration.ts';

export function ConnectionActions({
  system: { name, credentials },
  integration,
  onChangeKey,
}: {
  system: AtsDescription;
  integration: AtsIntegration;
  onChangeKey: () => void;
}) {
  const { type, enabled, sync } = integration;
  const queryClient = useQueryClient();
  const [isDisconnecting, setDisconnecting] = useState(false);
  const change = useChangeIntegration(type);
  const syncNow = useSave({
    save: () => call(routes.syncAts, { body: { type } }),
    keep: (queryClient, changed) => keepIntegration(queryClient, changed),
    // A refusal means that something has changed since.
    onFailed: () => integrationsChanged(queryClient),
  });
  return (
    <Group gap="sm">
      {enabled && (
        <Button
          variant="default"
          aria-label={`Sync now: ${name}`}
          loading={syncNow.isPending}
          disabled={sync.state === 'running'}
          onClick={() => syncNow.run()}
        >
          Sync now
        </Button>
      )}
      <Button
        variant="default"
        aria-label={enabled ? `Pause ${name}` : `Resume ${name}`}
        loading={change.isPending}
        onClick={() => change.run({ enabled: !enabled })}
      >
        {enabled ? 'Pause' : 'Resume'}
      </Button>
      {credentials.length > 0 && (
        <Button variant="default" aria-label={`Change key: ${name}`} onClick={onChangeKey}>
          Change key
        </Button>
      )}
      <Button variant="default" aria-label={`Disconnect ${name}`} onClick={() => setDisconnecting(true)}>
        Disconnect
      </Button>
      {isDisconnecting && (
        <DisconnectDialog name={name} integration={integration} onClose={() => setDisconnecting(false)} />
      )}
    </Group>
  );
}
