import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { outsideDialogs } from './outside-dialogs.ts';

beforeEach(() => document.body.replaceChildren());

/** As Mantine's: it closes before the keys of the screen hear of it, even if the focus isn't in it yet. */
function open(attribute: string, value: string): void {
  const dialog = document.createElement('div');
  dialog.setAttribute(attribute, value);
  document.body.append(dialog);
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true });
}

test.each([
  ['dialog', 'aria-modal', 'true'],
  ['menu', 'role', 'menu'],
])('Escape closes the %s only, and then what is below', (_, attribute, value) => {
  const act = vi.fn();
  const onKeyDown = outsideDialogs(act);
  document.documentElement.addEventListener('keydown', onKeyDown);
  open(attribute, value);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(document.querySelector(`[${attribute}="${value}"]`)).toBe(null);
  expect(act).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(act).toHaveBeenCalledTimes(1);
  document.documentElement.removeEventListener('keydown', onKeyDown);
});
