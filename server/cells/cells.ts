import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { VendorFetch } from '../adapters/send-signed.ts';
import type { CellAddress, CellSettings } from '../env/cells.ts';
import { Failure } from '../failure.ts';
import { bytesOf } from '../http/raw-webhooks.ts';
import { type Question, YesOrNo } from './questions.ts';
import type { CellSigner } from './signature.ts';

export type { CellAddress } from '../env/cells.ts';

export const ASK_PATH = '/cells/ask';
const HEADER = 'hiretext-cell';

export const CALL_OUTCOMES = ['answered', 'refused', 'failed'] as const;

export interface CellObserver {
  /** `refused`: it doesn't take our signature. */
  cellCalled(cell: string, outcome: (typeof CALL_OUTCOMES)[number]): void;
}

/** The reason names an address at most, never what was asked. */
export class CellUnreachable extends Failure {
  readonly reason: string;
  /** It answered, and doesn't take our signature. */
  readonly isRefused: boolean;

  constructor(reason: string, isRefused = false) {
    super('cell_unreachable');
    this.reason = reason;
    this.isRefused = isRefused;
  }
}

/** The other whole stacks of this Hiretext, each with its own accounts (decision 117). */
export interface Cells {
  own: CellAddress;
  others: CellAddress[];
  /**
   * The cell that says yes; null when all others say no. Throws what one of them refuses for, and `cell_unreachable` when one that
   * may have it gives no answer.
   */
  find(question: Question): Promise<CellAddress | null>;
  /** Asks one of them. */
  ask(cell: CellAddress, question: Question): Promise<unknown>;
  /** Passes the request to another cell unchanged, and its answer back to the caller. */
  handOn(cell: CellAddress, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Another cell passed this one to us, or claims to have. It goes no further. */
  wasHandedOn(request: FastifyRequest): boolean;
  /** The cell that signed this request for us; throws `bad_signature` for all others. */
  senderOf(request: FastifyRequest): CellAddress;
}

export function createCells({
  settings: { own, others },
  signer,
  fetch,
  observer,
  clock,
  log,
}: {
  settings: CellSettings;
  signer: CellSigner;
  fetch: { asking: VendorFetch; handingOn: VendorFetch };
  observer: CellObserver;
  clock: () => Date;
  log: Logger;
}): Cells {
  const headerFor = (cell: CellAddress, call: { method: string; url: string; body: Uint8Array }) => ({
    [HEADER]: signer.sign({ from: own.name, to: cell.name, ...call }, clock()),
  });

  function unreachable({ name }: CellAddress, why: unknown, isRefused = false): CellUnreachable {
    const reason = why instanceof Error ? why.message : String(why);
    log.warn({ cell: name, reason }, 'a cell gave no answer');
    observer.cellCalled(name, isRefused ? 'refused' : 'failed');
    return new CellUnreachable(reason, isRefused);
  }

  async function ask(cell: CellAddress, question: Question): Promise<unknown> {
    const body = Buffer.from(JSON.stringify(question));
    const headers = {
      'content-type': 'application/json',
      ...headerFor(cell, { method: 'POST', url: ASK_PATH, body }),
    };
    let answer: Response;
    try {
      answer = await fetch.asking(cell.url + ASK_PATH, { method: 'POST', headers, body });
    } catch (error) {
      throw unreachable(cell, error);
    }
    const { data: refusal } = Refusal.safeParse(answer.ok ? null : await answer.json().catch(() => null));
    const isRefused = answer.status === 401;
    if (isRefused) throw unreachable(cell, 'It refused our signature. Run hiretext doctor.', isRefused);
    if (!answer.ok && refusal === undefined)
      throw unreachable(cell, `It answered with status ${answer.status}.`);
    observer.cellCalled(cell.name, 'answered');
    if (refusal !== undefined) throw new Failure(refusal.code, refusal.details);
    return answer.json();
  }

  async function find(question: Question): Promise<CellAddress | null> {
    const asked = others.map(async (cell) => {
      const { yes } = YesOrNo.parse(await ask(cell, question));
      return yes ? cell : null;
    });
    const answers = await Promise.allSettled(asked);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const cell = found.find((each) => each !== null);
    if (cell !== undefined) return cell;
    const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    const refused = failed.find((error) => error instanceof Failure && !(error instanceof CellUnreachable));
    if (failed.length > 0) throw refused ?? failed[0];
    return null;
  }

  async function handOn(
    cell: CellAddress,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { method, url } = request;
    // It goes behind the cell's address, and must not become a part of its name.
    if (!url.startsWith('/')) throw new Failure('malformed');
    const body = bytesOf(request);
    const headers = { ...passedOn(request.headers), ...headerFor(cell, { method, url, body }) };
    let answer: Response;
    try {
      answer = await fetch.handingOn(cell.url + url, { method, headers, body });
    } catch (error) {
      throw unreachable(cell, error);
    }
    observer.cellCalled(cell.name, 'answered');
    return reply
      .code(answer.status)
      .headers(passedOn(Object.fromEntries(answer.headers)))
      .send(Buffer.from(await answer.arrayBuffer()));
  }

  return {
    own,
    others,
    ask,
    find,
    handOn,
    wasHandedOn: ({ headers }) => headers[HEADER] !== undefined,
    senderOf: (request) => {
      const call = { to: own.name, method: request.method, url: request.url, body: bytesOf(request) };
      const name = signer.signedBy(String(request.headers[HEADER]), call, clock());
      const sender = others.find((cell) => cell.name === name);
      if (sender === undefined) throw new Failure('bad_signature');
      return sender;
    },
  };
}

/** What the cell of a person refuses for, and the one that they came to has to say. */
const Refusal = z.object({
  code: z.enum(['sso_required', 'rate_limited']),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** Between two servers only. */
const OF_ONE_CONNECTION = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'content-length',
  'accept-encoding',
  'date',
]);

function passedOn(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_ONE_CONNECTION.has(name) ? [] : [[name, String(value)]],
    ),
  );
}
