import { API_BASE } from '../../contract/api.ts';
import { LiveEvent } from '../../contract/live-events.ts';
import * as routes from '../../contract/routes.ts';

export interface StreamedEvent {
  id: string | null;
  event: LiveEvent;
}

export interface EventStream {
  /** Everything received so far. */
  events: StreamedEvent[];
  /** Resolves when the server or `close` has ended it. */
  ended: Promise<void>;
  close(): void;
}

/** Listens as a browser does; resolves when the server has begun to answer. */
export async function openStream(
  url: string,
  token: string,
  options: { lastEventId?: string; onEvent?(event: StreamedEvent): void } = {},
): Promise<EventStream> {
  const closing = new AbortController();
  const answer = await fetch(url + API_BASE + routes.streamEvents.path, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
    },
    signal: closing.signal,
  });
  const { body } = answer;
  if (!answer.ok || body === null) throw new Error(`The stream was refused: ${answer.status}`);
  const events: StreamedEvent[] = [];

  async function read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const streamed = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (streamed === null || closing.signal.aborted) continue;
        events.push(streamed);
        options.onEvent?.(streamed);
      }
    }
  }

  const ended = read(body).catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return { events, ended, close: () => closing.abort() };
}

function parse(block: string): StreamedEvent | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
  const data = field('data');
  return data === null ? null : { id: field('id'), event: LiveEvent.parse(JSON.parse(data)) };
}
