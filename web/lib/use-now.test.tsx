import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNow } from './use-now.ts';

function Seconds({ every }: { every: number }) {
  return <p>{useNow(every).getSeconds()}</p>;
}

test('all that show the time at one pace share a clock, which stops with the last of them', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00.000Z') });
  const list = (count: number) => (
    <>
      {Array.from({ length: count }, (_, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Seconds key={number} every={1000} />
      ))}
    </>
  );
  const { rerender } = render(list(30));
  expect(vi.getTimerCount()).toBe(1);
  act(() => vi.advanceTimersByTime(2000));
  expect(screen.getAllByText('2')).toHaveLength(30);
  rerender(list(0));
  expect(vi.getTimerCount()).toBe(0);
  rerender(list(1));
  expect(screen.getByText('2')).toBeTruthy();
});
