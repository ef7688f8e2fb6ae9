import { type RefObject, useRef, useState } from 'react';
import { ApiError, SERVER_ERROR } from '../../../lib/api/api-error.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { fieldErrorsOf, unshownOf } from '../../../lib/forms/form-errors.ts';
import { billingChanged } from '../billing-query.ts';
import type { CardEntry } from '../card/card-entry.tsx';
import { isAboutCard } from '../card/use-save-card.ts';

export interface Payment {
  /** The form asks for a card. */
  asksCard: boolean;
  askCard: (asks: boolean) => void;
  entry: RefObject<CardEntry | null>;
  /** Why the card was refused; shown at its fields. */
  refusal: string | null;
  /** Why it wasn't done, where another card won't help. */
  problem: string | null;
  loading: boolean;
  submit: () => void;
}

/** Saves the card that was typed, if any, then does what it pays for. A refused card leaves the form open for another one. */
export function usePayment({
  loader,
  needsCard,
  pay,
  onPaid,
  onRefused,
}: {
  /** What the page shows meanwhile. */
  loader: string;
  /** The account has none, and needs one for this. */
  needsCard: boolean;
  /** Also shows the notice that it's done. */
  pay: () => Promise<void>;
  onPaid: () => void;
  /** Sentences for the fields of the form around it. */
  onRefused?: (errors: Record<string, string>) => void;
}): Payment {
  const entry = useRef<CardEntry>(null);
  const [asked, setAsked] = useState<boolean | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const asksCard = asked ?? needsCard;
  const payment = useSave({
    save: async (): Promise<boolean> => {
      if (asksCard) {
        if (!(await entry.current?.save())) return false;
        // What follows may fail; the card is kept by then.
        setAsked(false);
        setRefusal(null);
      }
      await pay();
      return true;
    },
    showsAll: true,
    loader,
    // Only the dialog that asked is closed by it.
    onDone: (isPaid) => {
      if (isPaid) onPaid();
    },
    onFailed: (error) => {
      if (isAboutCard(error)) {
        setAsked(true);
        setRefusal(error.message);
      }
      onRefused?.(fieldErrorsOf(error));
    },
    changes: billingChanged,
  });
  const { error } = payment;
  const isAtFields = onRefused !== undefined && error !== null && unshownOf(error) === null;
  // What is done stays done while its dialog fades out.
  const loading = payment.isPending || payment.data === true;
  return {
    asksCard,
    askCard: (asks) => {
      setAsked(asks);
      setRefusal(null);
    },
    entry,
    refusal,
    problem:
      error === null || isAboutCard(error) || isAtFields
        ? null
        : error instanceof ApiError
          ? error.message
          : SERVER_ERROR,
    loading,
    submit: () => {
      if (!loading) payment.run();
    },
  };
}
