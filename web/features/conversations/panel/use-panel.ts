import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { outsideDialogs } from '../../../lib/outside-dialogs.ts';
import { personalStorage } from '../../../lib/personal-storage.ts';

/** From here on it stands beside the thread; below, it is a sheet over it. */
const WIDE = '(min-width: 75em)';
const HIDDEN = 'panelHidden';

export interface Panel {
  isWide: boolean;
  isShown: boolean;
  /** Once it was shown, it can slide out. */
  wasShown: boolean;
  toggle: () => void;
  /** Shows it with the name to be written. */
  name: () => void;
  /** How often that was asked for. */
  named: number;
  toggleButton: React.RefObject<HTMLButtonElement | null>;
  aside: React.RefObject<HTMLElement | null>;
}

/** Who the candidate of the open conversation is. Beside the thread it is there until it is hidden, which is remembered. */
export function usePanel(): Panel {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [isHidden, setHidden] = useState(() => personalStorage.get(HIDDEN) === 'yes');
  const [sheet, setSheet] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  const [named, setNamed] = useState(0);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const aside = useRef<HTMLElement>(null);
  const isShown = isWide ? !isHidden : sheet;

  function show(shown: boolean) {
    if (shown) setWasShown(true);
    // The focus goes with what is shown, and back when it is gone.
    if (!isWide) {
      if (!shown) requestAnimationFrame(() => toggleButton.current?.focus());
      return setSheet(shown);
    }
    if (shown) requestAnimationFrame(() => aside.current?.focus({ preventScroll: true }));
    else if (aside.current?.contains(document.activeElement)) toggleButton.current?.focus();
    personalStorage.set(HIDDEN, shown ? 'no' : 'yes');
    setHidden(!shown);
  }

  const toggle = () => show(!isShown);
  useHotkeys([['i', outsideDialogs(toggle)]]);
  return {
    isWide,
    isShown,
    wasShown,
    toggle,
    name: () => {
      if (!isShown) show(true);
      setNamed(named + 1);
    },
    named,
    toggleButton,
    aside,
  };
}
