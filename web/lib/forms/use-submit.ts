import { useState } from 'react';
import { showFailure } from '../notices.ts';
import { fieldErrorsOf, unshownOf } from './form-errors.ts';

/** Submits a form where queries are not loaded yet; as theirs do, a failure stands at its fields or becomes a notice. */
export function useSubmit(work: () => Promise<void>, refused: (errors: Record<string, string>) => void) {
  const [isPending, setPending] = useState(false);
  const submit = async () => {
    if (isPending) return;
    setPending(true);
    refused({});
    try {
      await work();
    } catch (error) {
      refused(fieldErrorsOf(error));
      const unshown = unshownOf(error);
      if (unshown !== null) showFailure(unshown);
    } finally {
      setPending(false);
    }
  };
  return { isPending, submit: () => void submit() };
}
