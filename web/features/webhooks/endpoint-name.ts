import type { WebhookEndpoint } from '../../../contract/webhooks.ts';

/* Above the inbox too, which loads nothing else of the room. */

export const hostOf = ({ url }: Pick<WebhookEndpoint, 'url'>): string => URL.parse(url)?.host ?? url;

/** As people know it. */
export const nameOf = (endpoint: WebhookEndpoint): string => endpoint.description || hostOf(endpoint);
