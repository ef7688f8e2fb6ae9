/** Where the focus goes when what had it is gone, so that the next key isn't lost on the page's body. */
export function focusScreen(): void {
  document.getElementById('screen')?.focus({ preventScroll: true });
}

export const isOnScreen = (): boolean => document.activeElement?.id === 'screen';
