import { createLog } from '../../../log.ts';
import { emptiedDatabase } from '../../../testing/emptied-database.ts';
import { type PostedWebhook, paymentSuite, STARTED_AT } from '../suite.ts';
import { createSandboxGateway } from './sandbox.ts';
import { signedHeaders } from './webhook.ts';

const WEBHOOK_SECRET = 'a secret of the sandbox';
const NUMBERS = { accepted: '4242424242424242', refused: '4000000000000002', declined: '4000000000000341' };

const emptied = emptiedDatabase('sandbox');

paymentSuite('The sandbox', async () => {
  const pool = await emptied();
  let at = STARTED_AT;
  const gateway = createSandboxGateway({
    pool,
    publicUrl: 'http://127.0.0.1:9',
    webhookSecret: WEBHOOK_SECRET,
    clock: () => at,
    log: createLog('silent'),
  });
  return {
    gateway,
    card: async (kind) => {
      const expiry = kind === 'expiring' ? { expMonth: 4, expYear: 2026 } : { expMonth: 12, expYear: 2040 };
      const number = NUMBERS[kind === 'expiring' ? 'accepted' : kind];
      const token = await gateway.issueCard({ name: 'Ada Park', number, ...expiry });
      if (token === null) throw new Error(number);
      return token.paymentMethodId;
    },
    advance: async (ms) => {
      at = new Date(at.getTime() + ms);
      await gateway.tick();
    },
    withoutAnswers: async (work) => {
      await work();
    },
    webhooks: async () => {
      const { rows } = await pool.query<{ payload: string }>(
        'select payload from sandbox.webhooks order by id',
      );
      return rows.map(
        ({ payload }): PostedWebhook => ({
          headers: signedHeaders(WEBHOOK_SECRET, payload, at),
          body: Buffer.from(payload),
        }),
      );
    },
    sign: (body) => ({ headers: signedHeaders(WEBHOOK_SECRET, body, at), body: Buffer.from(body) }),
    stop: async () => {},
  };
});
