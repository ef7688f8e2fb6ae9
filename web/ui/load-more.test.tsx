import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { LoadMore } from './load-more.tsx';

/** Here the end of the list is always visible. */
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell;
      }
      observe() {
        this.tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});

test('loads by itself, again for what follows, but not again and again what fails', async () => {
  const reach = vi.fn();
  const more = (state: { loading?: boolean; failed?: boolean }) => (
    <MantineProvider env="test">
      <LoadMore {...state} onReach={reach} />
    </MantineProvider>
  );
  const { rerender } = render(more({}));
  expect(reach).toHaveBeenCalledTimes(1);
  rerender(more({ loading: true }));
  rerender(more({}));
  expect(reach).toHaveBeenCalledTimes(2);
  rerender(more({ loading: true }));
  rerender(more({ failed: true }));
  expect(reach).toHaveBeenCalledTimes(2);
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(reach).toHaveBeenCalledTimes(3);
});
