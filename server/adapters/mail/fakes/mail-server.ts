import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer {
  url: string;
  port: number;
  /** What was taken, oldest first. */
  taken: { envelope: { from: string; to: string[] }; raw: string }[];
  logins: string[];
  stop(): Promise<void>;
}

export interface Answers {
  sender?: string;
  recipient?: string;
  message?: string;
}

/** A mail server that takes everything, but replies `answers` where they are set; they may change while it runs. */
export async function startMailServer(
  answers: Answers = {},
  options: SMTPServerOptions = {},
): Promise<MailServer> {
  const taken: MailServer['taken'] = [];
  const logins: string[] = [];
  const no = (answer: string | undefined) =>
    answer === undefined
      ? null
      : Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, callback) => callback(no(answers.sender)),
    onRcptTo: (_address, _session, callback) => callback(no(answers.recipient)),
    onAuth: ({ username = '', password = '' }, _session, callback) => {
      logins.push(`${username}:${password}`);
      if (password === 'open') callback(null, { user: username });
      else callback(no('535 5.7.8 Who are you?'));
    },
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (answers.message === undefined)
          taken.push({
            envelope: {
              from: envelope.mailFrom ? envelope.mailFrom.address : '',
              to: envelope.rcptTo.map(({ address }) => address),
            },
            raw: Buffer.concat(chunks).toString(),
          });
        callback(no(answers.message));
      });
    },
    ...options,
  });
  // Clients that hang up in the middle are part of these tests.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, port, taken, logins, stop };
}
