import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { outsideDialogs } from './outside-dialogs.ts';

afterEach(() => document.body.replaceChildren());

/** As Mantine's: it closes before the keys of the screen hear of it, even if the focus isn't in it yet. */
function openDialog(): void {
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true });
}

test('Escape closes the dialog only, and then what is below', () => {
  const act = vi.fn();
  const onKeyDown = outsideDialogs(act);
  document.documentElement.addEventListener('keydown', onKeyDown);
  openDialog();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(document.querySelector('[aria-modal]')).toBe(null);
  expect(act).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(act).toHaveBeenCalledTimes(1);
  document.documentElement.removeEventListener('keydown', onKeyDown);
});
