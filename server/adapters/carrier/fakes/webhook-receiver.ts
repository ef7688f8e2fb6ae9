import type { WebhookRequest } from '../port.ts';
import { startServer } from './fake-server.ts';

/** Stands where Hiretext's webhook routes are, and keeps what carriers post there. */
export interface WebhookReceiver {
  /** The public URL carriers are told. */
  url: string;
  requests: WebhookRequest[];
  /** The next webhooks are answered with this status. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: WebhookRequest[] = [];
  let status = 204;
  const server = await startServer((request) => {
    requests.push({
      url: `${server.url}${request.target}`,
      headers: request.headers,
      rawBody: request.rawBody,
    });
    return { status };
  });
  return {
    url: server.url,
    requests,
    answerWith: (next) => {
      status = next;
    },
    stop: server.stop,
  };
}
