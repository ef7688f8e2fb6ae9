/**
 * What The Campaign Registry finds wrong with a brand, by its categories (the same with every carrier: Twilio's
 * `brand_feedback`, Telnyx's GET /10dlc/brand/feedback).
 */
const sentences: Record<string, string> = {
  TAX_ID: "The EIN, the legal name and the address don't belong together in the tax office's records.",
  STOCK_SYMBOL: "The company isn't known as a public one, or its stock symbol is another one.",
  NONPROFIT: "The company isn't known as tax-exempt.",
  GOVERNMENT_ENTITY: "The company isn't known as a part of the government.",
  OTHERS: "What is said of the company couldn't be confirmed.",
};

export function sentenceOfFeedback(category: string): string {
  return sentences[category] ?? "What is said of the company couldn't be confirmed.";
}

export const UNVERIFIED = "The company couldn't be confirmed from its EIN, legal name and address.";
