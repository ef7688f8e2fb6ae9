import type { Problem } from './port.ts';

/**
 * What The Campaign Registry finds wrong with a brand, by its categories (the same with every carrier: Twilio's
 * `brand_feedback`, Telnyx's GET /10dlc/brand/feedback).
 */
const problems: Record<string, Problem> = {
  TAX_ID: {
    sentence: "The EIN, the legal name and the address don't belong together in the tax office's records.",
    field: 'ein',
    fix: 'Copy all three from the letter of the IRS about your EIN, to the letter.',
  },
  STOCK_SYMBOL: {
    sentence: "The company isn't known as a public one, or its stock symbol is another one.",
    field: 'stockSymbol',
    fix: 'Check the kind of company, the stock exchange and the stock symbol.',
  },
  NONPROFIT: {
    sentence: "The company isn't known as tax-exempt.",
    field: 'entityType',
    fix: 'Choose non-profit only with a 501(c) status at the IRS; choose what the company is otherwise.',
  },
  GOVERNMENT_ENTITY: {
    sentence: "The company isn't known as a part of the government.",
    field: 'entityType',
    fix: 'Choose government only for federal, state or local offices; choose what the company is otherwise.',
  },
};

export const UNVERIFIED: Problem = {
  sentence: "The company couldn't be confirmed from its EIN, legal name and address.",
  field: 'ein',
  fix: 'Copy all three from the letter of the IRS about your EIN, to the letter.',
};

export function problemOfFeedback(category: string): Problem {
  return problems[category] ?? UNVERIFIED;
}
