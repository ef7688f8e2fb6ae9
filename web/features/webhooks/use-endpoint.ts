import * as routes from '../../../contract/routes.ts';
import type { WebhookEndpoint } from '../../../contract/webhooks.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { deliveriesChanged, endpointsChanged } from './webhooks-query.ts';

export function useSendTest({ id }: Pick<WebhookEndpoint, 'id'>) {
  return useSave({
    save: () => call(routes.testWebhookEndpoint, { params: { id } }),
    done: 'A test event is on its way',
    changes: deliveriesChanged,
  });
}

export function useTurn({ id }: Pick<WebhookEndpoint, 'id'>) {
  return useSave({
    save: (status: WebhookEndpoint['status']) =>
      call(routes.updateWebhookEndpoint, { params: { id }, body: { status } }),
    done: ({ status }) => (status === 'active' ? 'Webhook endpoint is on' : 'Webhook endpoint is off'),
    changes: endpointsChanged,
  });
}
