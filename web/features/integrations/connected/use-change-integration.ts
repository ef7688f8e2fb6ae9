import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AtsType } from '../../../../contract/ats.ts';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { integrationsChanged, keepIntegration } from '../integrations-query.ts';

type Change = Omit<BodyInput<typeof routes.saveAtsIntegration>, 'type' | 'credentials'>;

export function useChangeIntegration(type: AtsType) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => call(routes.saveAtsIntegration, { body: { type, ...change } }),
    onSuccess: (changed) => keepIntegration(queryClient, changed),
    // A refusal means that something has changed since.
    onError: () => integrationsChanged(queryClient),
  });
}
