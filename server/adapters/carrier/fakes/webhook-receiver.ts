import type { WebhookRequest } from '../port.ts';
import { startServer } from './fake-server.ts';

/** Stands where Hiretext's webhook routes are, and keeps what carriers post there. */
export interface WebhookReceiver {
  /** The public URL that carriers are given. */
  url: string;
  requests: WebhookRequest[];
  /** The next webhooks are answered with this status. */
  answerWith(status: number): void;
  /** Webhooks are answered with what this makes of their address. */
  answerBy(answer: (url: string) => { contentType: string; body: string }): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: WebhookRequest[] = [];
  let status = 204;
  let answer: Parameters<WebhookReceiver['answerBy']>[0] | null = null;
  const server = await startServer((request) => {
    requests.push({
      url: `${server.url}${request.target}`,
      headers: request.headers,
      rawBody: request.rawBody,
    });
    if (answer === null) return { status };
    const { contentType, body } = answer(`${server.url}${request.target}`);
    return { status: 200, headers: { 'content-type': contentType }, body };
  });
  return {
    url: server.url,
    requests,
    answerWith: (next) => {
      status = next;
    },
    answerBy: (next) => {
      answer = next;
    },
    stop: server.stop,
  };
}
