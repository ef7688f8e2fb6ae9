import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { inflateSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replyFailure } from '../../../http/reply-failure.ts';
import { createLog } from '../../../log.ts';
import { emptiedDatabase } from '../../../testing/emptied-database.ts';
import { eventually } from '../../../testing/test-app.ts';
import type { GatewayEvent, Terms } from '../port.ts';
import { sandboxRoutes } from './routes.ts';
import { createSandboxGateway } from './sandbox.ts';

const AT = new Date('2026-01-31T10:20:30.000Z');
const DAY_MS = 86_400_000;
const TERMS: Terms = {
  price: 'teamMonthly',
  description: 'Team unlimited, monthly',
  unitAmountCents: 2500,
  currency: 'USD',
  interval: 'month',
  quantity: 3,
  billing: 'card',
};
const TEXTS = { description: '400 texts', amountCents: 2800, currency: 'USD' };
const CARD = { name: 'Ada Park', expMonth: 12, expYear: 2040 };
const newKey = () => randomUUID();

const emptied = emptiedDatabase('sandbox');

async function start(publicUrl = 'http://127.0.0.1:9') {
  const pool = await emptied();
  const make = () =>
    createSandboxGateway({
      pool,
      publicUrl,
      webhookSecret: 'a secret of the sandbox',
      clock: () => AT,
      log: createLog('silent'),
    });
  const gateway = make();
  const person = { accountId: randomUUID(), name: 'Acme Talent', email: 'ada@example.com' };
  const { customerId } = await gateway.createCustomer({ key: newKey(), ...person });
  const setCard = async (number: string) => {
    const token = await gateway.issueCard({ ...CARD, number });
    await gateway.setCard({
      key: newKey(),
      customerId,
      ...(token ?? { paymentMethodId: '' }),
      name: 'Ada Park',
    });
  };
  await setCard('4242424242424242');
  return { pool, gateway, customerId, setCard, make };
}

describe('POST /sandbox/cards', () => {
  const input = { name: 'Ada Park', number: '4242 4242 4242 4242', expiry: '1240', cvc: '123' };
  const ask = async (body: object) => {
    const { gateway, customerId } = await start();
    const app = fastify();
    onTestFinished(() => app.close());
    app.setErrorHandler(replyFailure);
    sandboxRoutes(app, { sandbox: gateway });
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
    return { gateway, customerId, post, answer: await post('/sandbox/cards', { ...input, ...body }) };
  };

  it('gives a token', async () => {
    const { answer, gateway, customerId } = await ask({});
    expect(answer.statusCode).toBe(201);
    const { paymentMethodId } = answer.json();
    expect(paymentMethodId).toMatch(/^pm_[a-p]{32}$/);
    const card = { key: newKey(), customerId, paymentMethodId, name: 'Ada Park' };
    expect(await gateway.setCard(card)).toEqual({
      paymentMethodId,
      name: 'Ada Park',
      brand: 'visa',
      expMonth: 12,
      expYear: 2040,
      last4: '4242',
    });
  });

  it.each([
    ['4000 0000 0000 0002', 201],
    ['4000-0000-0000-0341', 201],
    ['4111 1111 1111 1111', 422],
    ['4242', 422],
    ['', 422],
  ])('%s: %i', async (number, status) => {
    expect((await ask({ number })).answer.statusCode).toBe(status);
  });

  it('refuses other numbers in a sentence, without saying them', async () => {
    const { answer } = await ask({ number: '4111111111111111' });
    expect(answer.json().details.fields).toEqual({
      number: ['This is the sandbox, so nothing is charged. Use 4242 4242 4242 4242, and never a real card.'],
    });
    expect(answer.body).not.toContain('4111');
  });

  it.each(['', '1340', '0040', '12/40', '124'])('refuses the expiry %j', async (expiry) => {
    expect((await ask({ expiry })).answer.json().details.fields).toHaveProperty('expiry');
  });

  it('keeps nothing of the number but its end', async () => {
    const { pool, gateway } = await start();
    await gateway.issueCard({ ...CARD, number: '4000000000000341' });
    const { rows } = await pool.query<{ row: string }>(
      'select cards::text as row from sandbox.cards as cards',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row.replace(/pm_\w+/, '')).not.toMatch(/\d{13}/);
  });

  it('and POST /sandbox/clock moves the clock on', async () => {
    const { post, gateway } = await ask({});
    const answer = await post('/sandbox/clock', { days: 31 });
    expect([answer.statusCode, answer.json()]).toEqual([200, { now: '2026-03-03T10:20:30.000Z' }]);
    expect(await gateway.now()).toEqual(new Date('2026-03-03T10:20:30.000Z'));
    for (const days of [0, -1, 401, 1.5, 'one'])
      expect((await post('/sandbox/clock', { days })).statusCode).toBe(422);
  });
});

describe('The clock of the sandbox', () => {
  it('does everything that falls due in between, each at its time', async () => {
    const { gateway, customerId } = await start();
    await gateway.subscribe({ key: newKey(), customerId, terms: TERMS });
    await gateway.advance(400 * DAY_MS);
    const invoices = await gateway.listInvoices({ customerId, limit: 100 });
    const days = invoices.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)).reverse();
    expect(days).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['paid']));
  });

  it('tries a declined card on the 3rd, 5th and 7th day, and then no more', async () => {
    const { gateway, customerId, setCard, pool } = await start();
    await gateway.subscribe({ key: newKey(), customerId, terms: TERMS });
    await setCard('4000000000000341');
    await gateway.advance(28 * DAY_MS);
    const attempts = async () =>
      (await pool.query("select attempts from sandbox.invoices where status = 'open'")).rows[0]?.attempts;
    const counted = [await attempts()];
    for (let day = 0; day < 9; day += 1) {
      await gateway.advance(DAY_MS);
      counted.push(await attempts());
    }
    expect(counted).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
    expect((await gateway.findSubscription(customerId))?.status).toBe('pastDue');
  });
});

describe('A key of the sandbox', () => {
  it('is for one thing', async () => {
    const { gateway, customerId } = await start();
    const key = newKey();
    await gateway.charge({ key, customerId, ...TEXTS });
    await expect(gateway.charge({ key, customerId, ...TEXTS, amountCents: 1 })).rejects.toThrow(
      /something else/,
    );
  });

  it('charges once, however many ask at the same time', async () => {
    const { gateway, customerId } = await start();
    const input = { key: newKey(), customerId, ...TEXTS };
    const answers = await Promise.all(Array.from({ length: 8 }, () => gateway.charge(input)));
    expect(new Set(answers.map(({ invoiceId }) => invoiceId)).size).toBe(1);
    await Promise.all(Array.from({ length: 8 }, () => gateway.charge({ ...input, key: newKey() })));
    const numbers = (await gateway.listInvoices({ customerId, limit: 100 })).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(9);
  });
});

describe('Webhooks of the sandbox', () => {
  async function receive(answer: () => number) {
    const got: { headers: Record<string, string | undefined>; body: Buffer; path: string }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = request.headers as Record<string, string | undefined>;
      got.push({ headers, body: Buffer.concat(chunks), path: request.url ?? '' });
      response.writeHead(answer()).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    return { got, url: `http://127.0.0.1:${address.port}` };
  }

  it('are posted by themselves, signed, again until they are taken', async () => {
    let answers = 0;
    // The first one is lost on us.
    const { got, url } = await receive(() => (++answers === 1 ? 500 : 200));
    const { gateway, customerId, make, pool } = await start(url);
    await gateway.subscribe({ key: newKey(), customerId, terms: TERMS });
    const loops = [gateway.start(), make().start()];
    await eventually(async () => {
      // Its clock stands still, so what was refused has to be made due again.
      await pool.query('update sandbox.webhooks set due_at = $1 where attempts = 1 and due_at > $1', [AT]);
      expect((await pool.query('select 1 from sandbox.webhooks')).rowCount).toBe(0);
    });
    await Promise.all(loops.map((loop) => loop.stop()));
    expect(new Set(got.map(({ path }) => path))).toEqual(new Set(['/webhooks/payments/sandbox']));
    const events = got.flatMap((webhook): GatewayEvent[] => {
      const event = gateway.readWebhook(webhook);
      return event === null ? [] : [event];
    });
    expect(new Set(events.map(({ about }) => about))).toEqual(new Set(['card', 'subscription', 'invoice']));
    expect(events.length).toBe(got.length);
    expect(new Set(events.map(({ id }) => id)).size).toBeLessThan(got.length);
  });

  it('do not keep the time from passing when no one takes them', async () => {
    const { gateway, customerId } = await start();
    await gateway.subscribe({ key: newKey(), customerId, terms: TERMS });
    await gateway.post();
    await gateway.advance(28 * DAY_MS);
    expect(await gateway.listInvoices({ customerId, limit: 9 })).toHaveLength(2);
  });
});

describe('An invoice of the sandbox', () => {
  /** What is written in it; pdfkit writes it in pieces of hexadecimal. */
  function textOf(pdf: Buffer): string {
    const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
    return [...streams]
      .map(([, packed = '']) => {
        try {
          return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
        } catch {
          return '';
        }
      })
      .flatMap((page) => [...page.matchAll(/\[(.*?)\] TJ/g)].map(([, pieces = '']) => pieces))
      .map((pieces) =>
        [...pieces.matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
          .join(''),
      )
      .join('\n');
  }

  it('says who, what, how much, when and whether it is paid', async () => {
    const { gateway, customerId } = await start();
    const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: TERMS });
    await gateway.advance(14 * DAY_MS);
    const more = { ...TERMS, quantity: 5 };
    await gateway.changeSubscription({ key: newKey(), subscriptionId, terms: more, prorated: true });
    const [invoice] = await gateway.listInvoices({ customerId, limit: 1 });
    const pdf = await gateway.readInvoicePdf(String(invoice?.invoiceId));
    const text = textOf(pdf ?? Buffer.alloc(0));
    for (const part of [
      `Invoice ${invoice?.number}`,
      'Hiretext',
      'Acme Talent (ada@example.com)',
      'February 14, 2026',
      'paid on February 14, 2026',
      'Unused time on 3 × Team unlimited, monthly',
      'Remaining time on 5 × Team unlimited, monthly',
      '-$37.5',
      'Amount due',
    ])
      expect(text.replaceAll('\n', ' ')).toContain(part);
    expect(text).toContain('Total');
  });
});
