import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showFailure } from '../lib/show-failure.ts';
import { NoticeArea } from './notice-area.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
});

test.each([
  ['a notice', () => void notifications.show({ message: 'Server error' })],
  ['a failure', () => showFailure(new Error('broken'))],
])('%s stays for five seconds', (_, show) => {
  vi.useFakeTimers();
  render(
    <MantineProvider>
      <NoticeArea />
    </MantineProvider>,
  );
  act(show);
  act(() => vi.advanceTimersByTime(4999));
  expect(screen.getByText('Server error')).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText('Server error')).toBeNull();
});
