import { z } from 'zod';
import type { Variables } from './variables.ts';

/* What plans cost, and who takes the money. */

export type GatewaySettings =
  | { vendor: 'sandbox' }
  | {
      vendor: 'stripe';
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      apiBaseUrl: string | undefined;
    };

/** In whole units of the currency; a team's for each recruiter. */
export interface Prices {
  payg: number;
  personalMonthly: number;
  personalAnnual: number;
  teamMonthly: number;
  teamAnnual: number;
}

export interface BillingSettings {
  /** Null: every plan is free. */
  gateway: GatewaySettings | null;
  prices: Prices;
  /** The smallest first; prices in whole units. */
  packages: { count: number; price: number }[];
  /** ISO 4217, in upper case. */
  currency: string;
}

/** Up to what Stripe charges at once, over a thousand seats. */
const LARGEST_PRICE = 9999;
const Price = z
  .number()
  .min(0)
  .max(LARGEST_PRICE)
  .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6);

const PricesSetting = z.strictObject({
  payg: Price.default(15),
  personalMonthly: Price.default(0),
  personalAnnual: Price.default(0),
  teamMonthly: Price.default(0),
  teamAnnual: Price.default(0),
});

const PackagesSetting = z.partialRecord(
  z.enum(['200', '400', '600', '800', '1000']),
  Price.refine((price) => price > 0),
);
const USUAL_PACKAGES = { 200: 16, 400: 28, 600: 36, 800: 40, 1000: 45 };

export function readBilling(
  variables: Variables,
  local: boolean,
  sentences: string[],
): BillingSettings | null {
  const before = sentences.length;
  const gateway = variables.BILLING === 'off' ? null : readGateway(variables, local, sentences);
  const prices = PricesSetting.safeParse(json(variables.PRICES) ?? {});
  if (!prices.success)
    sentences.push(
      'PRICES isn\'t valid. Use JSON like {"payg":15,"personalMonthly":0,"personalAnnual":0,"teamMonthly":0,"teamAnnual":0}, with at most two decimals.',
    );
  const packages = PackagesSetting.safeParse(json(variables.TEXT_PACKAGES) ?? USUAL_PACKAGES);
  if (!packages.success)
    sentences.push(
      'TEXT_PACKAGES isn\'t valid. Use JSON like {"200":16,"400":28}, with prices for 200, 400, 600, 800 or 1000 texts.',
    );
  if (!hasCents(variables.CURRENCY))
    sentences.push("CURRENCY isn't valid. Use the code of a currency with two decimals, e.g. USD.");
  if (sentences.length > before || !prices.success || !packages.success) return null;
  return {
    gateway,
    prices: prices.data,
    packages: Object.entries(packages.data).map(([count, price]) => ({ count: Number(count), price })),
    currency: variables.CURRENCY,
  };
}

function readGateway(variables: Variables, local: boolean, sentences: string[]): GatewaySettings | null {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE_URL: apiBaseUrl,
  } = variables;
  if (secretKey !== undefined && publishableKey !== undefined && webhookSecret !== undefined)
    return { vendor: 'stripe', secretKey, publishableKey, webhookSecret, apiBaseUrl };
  const missing = names.filter((name) => variables[name] === undefined);
  if (local && missing.length === names.length) return { vendor: 'sandbox' };
  if (variables.BILLING === 'on' || missing.length < names.length)
    sentences.push(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Set all three keys of Stripe, or BILLING=off to make every plan free.`,
    );
  else
    sentences.push(
      'BILLING is missing. Set it to off to make every plan free, or set the keys of Stripe to charge for plans.',
    );
  return null;
}

/** Undefined: nothing is set. Null is no object, and so refused like what isn't JSON. */
function json(value: string | undefined): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(value) ?? 'null';
  } catch {
    return 'not JSON';
  }
}

function hasCents(currency: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 2;
}
