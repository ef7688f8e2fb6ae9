import type { Problem } from './port.ts';

/**
 * What The Campaign Registry finds wrong with a brand, by its categories (the same with every carrier: Twilio's
 * `brand_feedback`, Telnyx's GET /10dlc/brand/feedback).
 */
const problems: Record<string, Problem> = {
  TAX_ID: {
    sentence: "The EIN, the legal name and the address don't match in the IRS's records.",
    field: 'ein',
    fix: 'Copy all three exactly from the IRS letter about your EIN.',
  },
  STOCK_SYMBOL: {
    sentence: "Your company isn't listed as a public company, or its stock symbol is different.",
    field: 'stockSymbol',
    fix: 'Check the kind of company, the stock exchange and the stock symbol.',
  },
  NONPROFIT: {
    sentence: "Your company isn't listed as tax-exempt.",
    field: 'entityType',
    fix: 'Choose nonprofit only if your company has 501(c) status with the IRS. Otherwise, choose a different kind.',
  },
  GOVERNMENT_ENTITY: {
    sentence: "Your company isn't listed as part of the government.",
    field: 'entityType',
    fix: 'Choose government only for a federal, state or local office. Otherwise, choose a different kind.',
  },
};

export const UNVERIFIED: Problem = {
  sentence: "The carriers couldn't confirm your company from its EIN, legal name and address.",
  field: 'ein',
  fix: 'Copy all three exactly from the IRS letter about your EIN.',
};

export function problemOfFeedback(category: string): Problem {
  return problems[category] ?? UNVERIFIED;
}
