import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/* The DNS that the server asks in journeys: TXT records, and nothing else (RFC 1035). */

export interface Dns {
  /** Host and port. */
  address: string;
  /** From now on, a name has this record. */
  add(name: string, text: string): void;
  stop(): Promise<void>;
}

const HEADER_BYTES = 12;
const TXT = 16;
const NO_SUCH_NAME = 3;

export async function startDns(): Promise<Dns> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, question } = readQuestion(query);
    const text = type === TXT ? records.get(name.toLowerCase()) : undefined;
    socket.send(answer(query, question, text), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    add: (name, text) => void records.set(name.toLowerCase(), text),
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    name: labels.join('.'),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(HEADER_BYTES, end),
  };
}

function answer(query: Buffer, question: Buffer, text: string | undefined): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // An answer, as asked, with recursion.
  header.writeUInt16BE(0x8180 | (text === undefined ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  if (text === undefined) return Buffer.concat([header, question]);
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const record = Buffer.alloc(12);
  // The name of the question; of the internet; not to be kept.
  record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  record.writeUInt16BE(TXT, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, question, record, data]);
}
