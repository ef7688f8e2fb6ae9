import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import type { EndpointRow } from './store.ts';

const button = ({ id }: Pick<EndpointRow, 'id'>, { publicUrl }: Pick<Deps, 'publicUrl'>) => ({
  label: 'See what it answered',
  url: `${publicUrl}/dashboard/integrations/webhooks/${id}`,
});

const hostOf = ({ url }: Pick<EndpointRow, 'url'>) => new URL(url).host;

export function endpointFailing(endpoint: EndpointRow, deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: 'A webhook endpoint has failed for three days',
    paragraphs: [
      `Your endpoint at ${hostOf(endpoint)} hasn't taken a single event for three days. In two more days we turn it off.`,
      'Look at its answers, and fix it. Events are kept for 30 days, and you can send them again.',
    ],
    button: button(endpoint, deps),
  });
}

export function endpointDisabled(endpoint: EndpointRow, deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: 'We turned off a webhook endpoint',
    paragraphs: [
      endpoint.disabledReason === 'gone'
        ? `Your endpoint at ${hostOf(endpoint)} answered that it's gone, so we stopped sending events there.`
        : `Your endpoint at ${hostOf(endpoint)} hasn't taken a single event for five days, so we stopped sending events there.`,
      'Once it works, turn it on again, and send it what it missed. Events are kept for 30 days.',
    ],
    button: button(endpoint, deps),
  });
}
