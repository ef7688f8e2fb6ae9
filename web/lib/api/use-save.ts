import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fieldErrorsOf } from '../forms/form-errors.ts';
import { showDone } from '../notices.ts';

export interface Saving<Input, Answer> {
  save: (input: Input) => Promise<Answer>;
  /** Its fields show what was refused about them; what no field shows becomes a notice. */
  form?: { setErrors(errors: Record<string, string>): void } | undefined;
  /** For fields that aren't a form's: they look into `error`, or `onFailed` puts it there. */
  showsFields?: boolean;
  /** Every failure is shown in place, so none becomes a notice. */
  showsAll?: true;
  /** No one asked for it directly: its failure isn't worth a notice. */
  isQuiet?: true;
  /** The whole page waits for it behind this text; the overlay adds "...". */
  loader?: string;
  /** A second one waits for the first instead of being ignored; those with the same name wait for each other. */
  inTurn?: string;
  /** Others can ask with it whether one is on its way. */
  key?: readonly string[];
  /** Right away, before the server is asked. */
  onStart?: (input: Input) => void;
  /** Puts the answer into what is cached, also if the component is gone by then. Waited for. */
  keep?: ((queryClient: QueryClient, answer: Answer, input: Input) => unknown) | undefined;
  /** The notice once it's saved; null for none. */
  done?: string | ((answer: Answer, input: Input) => string | null) | undefined;
  /** Closes the dialog, opens another screen: only while the component that asked is there. */
  onDone?: ((answer: Answer, input: Input) => void) | undefined;
  /** Only while the component that asked is there. */
  onFailed?: ((error: Error, input: Input) => unknown) | undefined;
  /** Loads again what may have changed; after a refusal too, since what was on the screen may be old. Waited for. */
  changes?: ((queryClient: QueryClient) => unknown) | undefined;
}

/** The one way to change something on the server. A second click while it's on its way does nothing. */
export function useSave<Answer, Input = void>(saving: Saving<Input, Answer>) {
  const { save, form, showsFields, showsAll, isQuiet, loader, inTurn, key } = saving;
  const { onStart, keep, done, onDone, onFailed, changes } = saving;
  const queryClient = useQueryClient();
  const isHere = useIsHere();
  const {
    mutate,
    mutateAsync: _,
    ...state
  } = useMutation({
    mutationFn: save,
    ...(key === undefined ? {} : { mutationKey: key }),
    meta: {
      ...(form || showsFields ? { shows: 'fields' } : {}),
      ...(showsAll ? { shows: 'all' } : {}),
      ...(isQuiet ? { quiet: true } : {}),
      ...(loader === undefined ? {} : { loader }),
    },
    ...(inTurn === undefined ? {} : { scope: { id: inTurn } }),
    onMutate: (input) => onStart?.(input),
    onSuccess: async (answer, input) => {
      const message = typeof done === 'function' ? done(answer, input) : done;
      if (message) showDone(message);
      const kept = keep?.(queryClient, answer, input);
      if (isHere()) onDone?.(answer, input);
      await kept;
    },
    onError: (failure, input) => {
      if (!isHere()) return;
      form?.setErrors(fieldErrorsOf(failure));
      return onFailed?.(failure, input);
    },
    onSettled: () => changes?.(queryClient),
  });
  return {
    ...state,
    /** `then`: what is to happen this time, as `onDone` and `onFailed`. */
    run: (input: Input, then: Pick<Saving<Input, Answer>, 'onDone' | 'onFailed'> = {}) => {
      if (state.isPending && inTurn === undefined) return;
      mutate(input, {
        onSuccess: (answer) => then.onDone?.(answer, input),
        onError: (failure) => void then.onFailed?.(failure, input),
      });
    },
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
  const { run, isPending, variables } = useSave(saving);
  return {
    checked: isPending ? variables : value,
    onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) => run(checked),
  };
}
