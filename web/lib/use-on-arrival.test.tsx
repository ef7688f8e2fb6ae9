import { renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { useOnArrival } from './use-on-arrival.ts';

test('what StrictMode mounts twice arrives once', async () => {
  const arrived = vi.fn();
  const { rerender } = renderHook(() => useOnArrival(arrived), { wrapper: StrictMode });
  rerender();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(arrived).toHaveBeenCalledTimes(1);
});
