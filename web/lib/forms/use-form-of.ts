import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';

/**
 * A form of what the server keeps. Whatever becomes known of that, by a colleague's change or by the answer to saving, goes
 * into the fields that haven't been changed here; what was typed stays.
 */
export function useFormOf<Values extends object>(
  kept: Values,
  validate: (values: Values) => Record<string, string | null | undefined> = () => ({}),
) {
  const form = useForm<Values>({ initialValues: kept, validate });

  function take(now: Values, sent?: Values) {
    const before = form.getInitialValues();
    const current = form.getValues();
    const next = { ...current };
    for (const name of Object.keys(now) as (keyof Values)[]) {
      const isUnchanged = [before, sent].some(
        (values: Values | undefined) => values && isSame(values[name], current[name]),
      );
      if (isUnchanged) next[name] = now[name];
    }
    form.setInitialValues(now);
    form.setValues(next);
  }

  const known = useRef(kept);
  useEffect(() => {
    if (isSame(known.current, kept)) return;
    known.current = kept;
    take(kept);
  });

  return {
    ...form,
    /** What was sent no longer counts as a change; what was typed since then does. */
    saved: (sent: Values, now: Values) => take(now, sent),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
