import { type RefObject, useLayoutEffect, useState } from 'react';

/** Puts the focus and the caret where the next text wants them: with that text in place and before the next key is pressed. */
export function useNextCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  own: { current: number | null } = { current: null },
): { current: number | null } {
  const [nextCaret] = useState(own);
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  return nextCaret;
}
