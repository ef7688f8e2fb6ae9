import { useLayoutEffect } from 'react';
import { focusScreen } from './focus-screen.ts';

/** For a dialog that is there only while it is open: what had the focus before has it again. */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus({ preventScroll: true });
      else focusScreen();
    };
  }, []);
}
