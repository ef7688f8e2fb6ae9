import type pg from 'pg';
import type { Logger } from 'pino';
import { createSandboxGateway, type SandboxGateway } from '../adapters/payments/sandbox/sandbox.ts';
import type { Billing } from '../deps.ts';
import type { BillingSettings } from '../env/billing.ts';

interface ChosenGateway {
  /** Null: every plan is free. */
  billing: Billing | null;
  /** Set when it is the sandbox: its time has to pass, and its cards issued. */
  sandbox: SandboxGateway | null;
}

/** The one place that knows all gateways. */
export async function chooseGateway(
  { gateway: settings, prices, packages, currency }: BillingSettings,
  deps: { pool: pg.Pool; publicUrl: string; webhookSecret: string; clock: () => Date; log: Logger },
): Promise<ChosenGateway> {
  const plans = { prices, packages, currency };
  switch (settings?.vendor) {
    case undefined:
      return { billing: null, sandbox: null };
    case 'stripe': {
      const { secretKey, publishableKey, webhookSecret, apiBaseUrl } = settings;
      // Its library is large, and of no use where it isn't chosen.
      const { createStripeGateway } = await import('../adapters/payments/stripe/stripe.ts');
      const gateway = createStripeGateway({
        secretKey,
        publishableKey,
        webhookSecret,
        ...(apiBaseUrl === undefined ? {} : { apiBaseUrl }),
        clock: deps.clock,
      });
      return { billing: { gateway, ...plans }, sandbox: null };
    }
    case 'sandbox': {
      const sandbox = createSandboxGateway(deps);
      return { billing: { gateway: sandbox, ...plans }, sandbox };
    }
  }
}
