import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showDone, showFailure } from '../lib/notices.ts';
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

test.each([
  ['the pointer', () => fireEvent.pointerEnter(notice()), () => fireEvent.pointerLeave(notice())],
  [
    'the focus',
    () => screen.getByRole('button', { name: 'Dismiss' }).focus(),
    () => screen.getByRole('button', { name: 'Dismiss' }).blur(),
  ],
])('a notice stays while %s is on it, and then for as long as a new one', (_, come, leave) => {
  vi.useFakeTimers();
  render(
    <MantineProvider>
      <NoticeArea />
    </MantineProvider>,
  );
  act(() => showDone('Saved'));
  act(come);
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText('Saved')).toBeTruthy();
  act(leave);
  act(() => vi.advanceTimersByTime(4999));
  expect(screen.getByText('Saved')).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText('Saved')).toBeNull();
});

const notice = () => screen.getByText('Saved');
