import type { Prices } from '../env/billing.ts';
import type { Env } from '../env.ts';

const PRICES: Prices = {
  payg: 15,
  personalMonthly: 29,
  personalAnnual: 290,
  teamMonthly: 49,
  teamAnnual: 490,
};

/** Beside the demo company plans have prices as they might be, unless `PRICES` names others. */
export function withDemoPrices(env: Env, named: string | undefined): Env {
  if (!hasDemo(env) || named?.trim()) return env;
  return { ...env, billing: { ...env.billing, prices: PRICES } };
}

/** Its candidates have simulated phones. */
export const hasDemo = ({ demo, carrier }: Env): boolean => demo && carrier.vendor === 'simulator';
