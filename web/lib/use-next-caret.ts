import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Puts the focus and the caret where the next text wants them: with that text in place and before the next key is pressed. */
export function useNextCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  first: number | null = null,
): RefObject<number | null> {
  const nextCaret = useRef(first);
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  return nextCaret;
}
