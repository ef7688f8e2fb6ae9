import { expect } from 'vitest';
import { startFakeStripe } from '../fakes/fake-stripe.ts';
import { GatewayUnavailable } from '../port.ts';
import { paymentSuite, STARTED_AT } from '../suite.ts';
import { createStripeGateway } from './stripe.ts';

const TIMEOUT_MS = 250;
const LAST4 = { accepted: '4242', refused: '0002', declined: '0341' };

async function start() {
  const fake = await startFakeStripe(STARTED_AT);
  let at = STARTED_AT;
  const gateway = createStripeGateway({
    secretKey: fake.secretKey,
    publishableKey: fake.publishableKey,
    webhookSecret: fake.webhookSecret,
    apiBaseUrl: fake.url,
    timeoutMs: TIMEOUT_MS,
    clock: () => at,
  });
  const card = (kind: 'accepted' | 'refused' | 'declined' | 'expiring', customerId: string) => {
    const outcome = kind === 'expiring' ? 'accepted' : kind;
    const expiry = kind === 'expiring' ? { expMonth: 4, expYear: 2026 } : { expMonth: 12, expYear: 2040 };
    // Some come from a SetupIntent, others from nobody yet.
    const owner = kind === 'accepted' ? { customerId } : {};
    return fake.issueCard({ outcome, last4: LAST4[outcome], ...expiry, ...owner });
  };
  const advance = (ms: number) => {
    at = new Date(at.getTime() + ms);
    fake.jumpTo(at);
  };
  return { fake, gateway, card, advance, now: () => at };
}

paymentSuite('Stripe', async () => {
  const { fake, gateway, card, advance, now } = await start();
  return {
    gateway,
    card: async (kind, customerId) => card(kind, customerId),
    advance: async (ms) => advance(ms),
    withoutAnswers: async (work) => {
      fake.loseAnswersOf(/./);
      await expect(work()).rejects.toThrow(GatewayUnavailable);
      fake.loseAnswersOf(null);
    },
    webhooks: async () => fake.webhooks(now()),
    stop: fake.stop,
  };
});
