import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  id: string;
  type: string;
  data: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  body: string;
  at: number;
}

type Answer = (response: ServerResponse, heard: Heard) => void | Promise<void>;

export const ok: Answer = (response) => void response.end('Thanks');

/** A customer's software: it keeps what it hears, and answers as the test wants. */
export async function startFakeReceiver() {
  const state = { heard: [] as Heard[], answer: ok, underWay: 0, mostAtOnce: 0, connections: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { id, type, data } = JSON.parse(body);
    const heard = { id, type, data, headers: request.headers, body, at: Date.now() };
    state.heard.push(heard);
    state.underWay += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, state.underWay);
    response.on('close', () => {
      state.underWay -= 1;
    });
    await state.answer(response, heard);
  });
  server.on('connection', () => {
    state.connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    state,
    closeConnections: () => server.closeAllConnections(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type FakeReceiver = Awaited<ReturnType<typeof startFakeReceiver>>;
