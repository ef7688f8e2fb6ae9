import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

const GUARDED = /^\/v1\/(payments|seat)\//;
const SENTENCE = 'Never send a card number here. Enter it in the card form.';

/** Groups of digits with spaces or dashes between them. */
const DIGITS = /\d+(?:[\s\-\u2010-\u2015]+\d+)*/g;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** Of an address of a person: with a letter in it, and not too long to be one. */
const EMAIL = /(?<![\w.+-])(?=[\d._+-]{0,63}[a-z])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi;
const ESCAPED_DIGIT = /\\u00(3\d)/gi;

/** What these routes take is a few fields. */
const MAX_BYTES = 16 * 1024;
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/**
 * What looks like a card number never gets any further than here, whatever else is wrong with the request: it isn't parsed, and so
 * nothing that is logged or answered can hold it. The body of someone who isn't signed in isn't even read.
 */
export function refuseCardNumbers(
  app: FastifyInstance,
  { requireSession }: { requireSession: (request: FastifyRequest) => Promise<unknown> },
): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!GUARDED.test(request.routeOptions.url ?? request.url)) return payload;
    await requireSession(request);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Failure('too_large');
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    if (hasCardNumber(body.toString('utf8'))) throw new Failure('invalid', { fields: { body: [SENTENCE] } });
    return Readable.from([body]);
  });
}

/** 13 to 19 digits that add up as those of cards do. Ids of ours and people's addresses may happen to. */
export function hasCardNumber(text: string): boolean {
  const plain = text
    .replace(ESCAPED_DIGIT, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(UUID, ' id ')
    .replace(EMAIL, ' email ');
  return [...plain.matchAll(DIGITS)].some(([run]) => hasNumberIn(run.match(/\d+/g) ?? []));
}

/** A card's number may have an expiry beside it: it begins and ends with a group, but not with the run. */
function hasNumberIn(groups: string[]): boolean {
  return groups.some((_, first) => {
    let digits = '';
    for (let next = first; next < groups.length; next += 1) {
      digits += groups[next];
      if (digits.length > MAX_DIGITS) return false;
      if (digits.length >= MIN_DIGITS && passesLuhn(digits)) return true;
    }
    return false;
  });
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
