import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fieldErrorsOf } from '../forms/form-errors.ts';
import { showDone } from '../notices.ts';

export interface Saving<Input, Answer> {
  save: (input: Input) => Promise<Answer>;
  /** Its fields show what was refused about them. Without a form, every failure becomes a notice. */
  form?: { setErrors(errors: Record<string, string>): void } | undefined;
  /** The notice once it's saved; null for none. */
  done?: string | ((answer: Answer, input: Input) => string | null) | undefined;
  /** Puts the answer into what is cached, also if the component is gone by then. */
  keep?: ((queryClient: QueryClient, answer: Answer, input: Input) => void) | undefined;
  /** Loads again what may have changed; after a refusal too, since what was on the screen may be old. Waited for. */
  changes?: ((queryClient: QueryClient) => unknown) | undefined;
  /** Closes the dialog, opens another screen: only while the component that asked is there. */
  onDone?: ((answer: Answer, input: Input) => void) | undefined;
  onFailed?: ((error: unknown, input: Input) => void) | undefined;
}

/** The one way to change something on the server. A second click while it's on its way does nothing. */
export function useSave<Answer, Input = void>(saving: Saving<Input, Answer>) {
  const { save, form, done, keep, changes, onDone, onFailed } = saving;
  const queryClient = useQueryClient();
  const isHere = useIsHere();
  const { mutate, isPending, variables, data, error, reset } = useMutation({
    mutationFn: save,
    meta: form ? { shows: 'fields' } : {},
    onSuccess: (answer, input) => {
      keep?.(queryClient, answer, input);
      const message = typeof done === 'function' ? done(answer, input) : done;
      if (message) showDone(message);
      if (isHere()) onDone?.(answer, input);
    },
    onError: (failure, input) => {
      if (!isHere()) return;
      form?.setErrors(fieldErrorsOf(failure));
      onFailed?.(failure, input);
    },
    onSettled: () => changes?.(queryClient),
  });
  return {
    run: (input: Input) => {
      if (!isPending) mutate(input);
    },
    isPending,
    /** What is being saved, or was saved last. */
    input: variables,
    answer: data,
    error,
    reset,
  };
}

/** Whether the component is still on the page: what ends later may be about another dialog by then. */
function useIsHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}

/** For a switch: it shows what was chosen while that is on its way, and what is true afterwards. */
export function useToggle<Answer>(value: boolean, saving: Saving<boolean, Answer>) {
  const { run, isPending, input } = useSave(saving);
  return {
    checked: isPending && input !== undefined ? input : value,
    onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) => run(checked),
  };
}
