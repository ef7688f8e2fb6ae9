import { MantineProvider, Modal } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { theme } from '../theme.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a dialog takes half a second to leave', () => {
  // Tests see no motion, unless it is what they are about.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as MediaQueryList,
  );
  vi.useFakeTimers();
  const dialog = (opened: boolean) => (
    <MantineProvider theme={theme}>
      <Modal opened={opened} onClose={() => {}} title="Get a number" />
    </MantineProvider>
  );
  const { rerender } = render(dialog(true));
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  rerender(dialog(false));
  act(() => vi.advanceTimersByTime(450));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  act(() => vi.advanceTimersByTime(150));
  expect(screen.queryByRole('dialog')).toBeNull();
});
