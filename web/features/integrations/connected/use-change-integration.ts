import { useQueryClient } from '@tanstack/react-query';
import type { AtsType } from '../../../../contract/ats.ts';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { integrationsChanged, keepIntegration } from '../integrations-query.ts';

type Change = Omit<BodyInput<typeof routes.saveAtsIntegration>, 'type' | 'credentials'>;

export function useChangeIntegration(type: AtsType) {
  const queryClient = useQueryClient();
  return useSave({
    save: (change: Change) => call(routes.saveAtsIntegration, { body: { type, ...change } }),
    keep: (queryClient, changed) => keepIntegration(queryClient, changed),
    // A refusal means that something has changed since.
    onFailed: () => integrationsChanged(queryClient),
  });
}
