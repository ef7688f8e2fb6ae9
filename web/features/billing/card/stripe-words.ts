import { CARD_EXPIRED } from '../../../../contract/failure.ts';
import { NOT_16_DIGITS, REQUIRED } from './card-rules.ts';

export type StripeField = 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** The error of an empty or incomplete field. */
export const whatIsMissing: Record<StripeField, string> = {
  cardNumber: REQUIRED.number,
  cardExpiry: REQUIRED.expiry,
  cardCvc: REQUIRED.cvc,
};

const DECLINED = 'Your card was declined. Try another card, or ask your bank.';

/** By Stripe's code (https://docs.stripe.com/error-codes): our own form's sentence for the same error. */
const sentences: Record<string, string> = {
  incomplete_number: NOT_16_DIGITS,
  invalid_number: NOT_16_DIGITS,
  incorrect_number: NOT_16_DIGITS,
  incomplete_expiry: 'Enter the expiry date as MM/YY',
  invalid_expiry_month: 'Enter the expiry date as MM/YY',
  invalid_expiry_year: 'Enter the expiry date as MM/YY',
  invalid_expiry_month_past: CARD_EXPIRED,
  invalid_expiry_year_past: CARD_EXPIRED,
  expired_card: CARD_EXPIRED,
  incomplete_cvc: 'The security code has 3 or 4 digits',
  invalid_cvc: 'The security code has 3 or 4 digits',
  incorrect_cvc: "The security code isn't right",
  card_declined: DECLINED,
  setup_intent_authentication_failure:
    "Your bank didn't confirm that it's you. Try again, or use another card.",
};

export const sentenceOf = ({ code, message }: { code?: string; message?: string }): string =>
  sentences[code ?? ''] ?? message ?? DECLINED;
