import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/*
 * PostgreSQL's COPY, which writes and reads every type exactly, as text. Our driver knows its messages and leaves it to a query
 * to handle them; these two are such queries.
 */

interface CopyConnection {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const unused = () => {};
const MOST_WAITING = 64;

/** The rows of a COPY ... TO STDOUT, one line each. The connection is read as fast as the caller takes them. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  let failure: Error | null = null;
  let isOver = false;
  let wake = unused;
  let socket: Socket | null = null;
  const query = {
    submit: (connection: CopyConnection) => {
      socket = connection.stream;
      connection.query(text);
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      // The driver reads the next message into the same memory.
      waiting.push(Buffer.from(chunk));
      if (waiting.length > MOST_WAITING) socket?.pause();
      wake();
    },
    handleError: (error: Error) => {
      failure = error;
      isOver = true;
      wake();
    },
    handleCommandComplete: unused,
    handleReadyForQuery: () => {
      isOver = true;
      wake();
    },
    callback: unused,
  };
  client.query(query as unknown as pg.Submittable);
  try {
    for (;;) {
      const next = waiting.splice(0);
      if (next.length > 0) yield Buffer.concat(next);
      else if (failure !== null) throw failure;
      else if (isOver) return;
      else {
        (socket as Socket | null)?.resume();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = unused;
      }
    }
  } finally {
    // The last lines may have come with more than it waits for.
    (socket as Socket | null)?.resume();
  }
}

/** Gives a COPY ... FROM STDIN what `lines` yields. Should those break off, nothing of it is kept. */
export async function copyIn(
  client: pg.Client,
  text: string,
  lines: AsyncIterable<Uint8Array>,
): Promise<void> {
  const ready = Promise.withResolvers<CopyConnection>();
  const over = Promise.withResolvers<void>();
  let failure: Error | null = null;
  const query = {
    submit: (connection: CopyConnection) => connection.query(text),
    handleCopyInResponse: (connection: CopyConnection) => ready.resolve(connection),
    handleError: (error: Error) => {
      failure = error;
      ready.reject(error);
      over.reject(error);
    },
    handleCommandComplete: unused,
    handleReadyForQuery: () => over.resolve(),
    callback: unused,
  };
  over.promise.catch(unused);
  client.query(query as unknown as pg.Submittable);
  const connection = await ready.promise;
  try {
    for await (const bytes of lines) {
      if (failure !== null) break;
      connection.sendCopyFromChunk(bytes);
      if (connection.stream.writableNeedDrain)
        await Promise.race([once(connection.stream, 'drain'), over.promise]);
    }
  } catch (error) {
    connection.sendCopyFail('The backup broke off');
    await over.promise.catch(unused);
    throw error;
  }
  if (failure === null) connection.endCopyFrom();
  await over.promise;
}
