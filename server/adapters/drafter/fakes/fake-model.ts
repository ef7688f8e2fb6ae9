import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A language model's server, with OpenAI's API and Anthropic's. It keeps what it was sent, and replies as it is set to. */
export interface FakeModel {
  url: string;
  /** The bodies of the requests, oldest first. */
  asked: Record<string, unknown>[];
  /** How many of them were given up before the answer ended. */
  abandoned(): number;
  answer(answer: FakeModelAnswer): void;
  stop(): Promise<void>;
}

export type FakeModelAnswer =
  | { pieces: string[]; thenHang?: true }
  /** Of the HTTP reply. */
  | { status: number }
  | { hang: true }
  | { raw: string };

export async function startFakeModel({ api }: { api: 'openai' | 'anthropic' }): Promise<FakeModel> {
  const asked: FakeModel['asked'] = [];
  let abandoned = 0;
  let planned: FakeModelAnswer = { pieces: ['Hi Ana, ', 'does Tuesday work?'] };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const path = api === 'openai' ? '/v1/chat/completions' : '/v1/messages';
      if (request.method !== 'POST' || request.url !== path) return response.writeHead(404).end('{}');
      asked.push(body as Record<string, unknown>);
      response.on('close', () => {
        if (!response.writableEnded) abandoned += 1;
      });
      if ((body as { stream?: boolean }).stream !== true) return response.writeHead(400).end('{}');
      if ('hang' in planned) return response;
      if ('status' in planned) return response.writeHead(planned.status).end('{"error":{"message":"no"}}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if ('raw' in planned) return response.end(planned.raw);
      const events = (api === 'openai' ? openaiEvents : anthropicEvents)(planned.pieces);
      const heard = planned.thenHang ? events.slice(0, planned.pieces.length + 1) : events;
      for (const event of heard) response.write(event);
      if (planned.thenHang) return response;
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    abandoned: () => abandoned,
    answer: (answer) => {
      planned = answer;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function openaiEvents(pieces: string[]): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  return [
    chunk({ role: 'assistant' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ];
}

function anthropicEvents(pieces: string[]): string[] {
  const event = (type: string, rest: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage,
  };
  return [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
    event('message_stop', {}),
  ];
}
