import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BillingSettings, GatewaySettings } from '../env/billing.ts';
import { createLog } from '../log.ts';
import { chooseGateway } from './payment-gateways.ts';

const plans: Omit<BillingSettings, 'gateway'> = {
  prices: { payg: 15, personalMonthly: 0, personalAnnual: 0, teamMonthly: 25, teamAnnual: 240 },
  packages: [{ count: 200, price: 16 }],
  currency: 'USD',
};

/** Nothing is asked of the database. */
async function choose(gateway: GatewaySettings | null) {
  const pool = new pg.Pool();
  onTestFinished(() => pool.end());
  return chooseGateway(
    { gateway, ...plans },
    { pool, publicUrl: '', webhookSecret: '', clock: () => new Date(), log: createLog('silent') },
  );
}

describe('The gateway', () => {
  it('is none where plans are free', async () => {
    expect(await choose(null)).toEqual({ billing: null, sandbox: null });
  });

  it('is the sandbox, which has a clock and cards beside', async () => {
    const { billing, sandbox } = await choose({ vendor: 'sandbox' });
    expect(billing).toEqual({ gateway: sandbox, ...plans });
    expect(sandbox?.vendor).toBe('sandbox');
  });

  it('is Stripe where its keys are set', async () => {
    const keys = { secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: 'whsec' };
    const { billing, sandbox } = await choose({ vendor: 'stripe', ...keys, apiBaseUrl: undefined });
    expect([billing?.gateway.vendor, sandbox]).toEqual(['stripe', null]);
    expect(billing).toMatchObject(plans);
  });
});
