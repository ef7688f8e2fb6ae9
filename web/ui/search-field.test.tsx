import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

const PAUSE_MS = 200;

beforeEach(() => vi.useFakeTimers());

/** The address is changed by the test: it may be late. */
function open() {
  const asked: string[] = [];
  const field = (search: string) => (
    <MantineProvider env="test">
      <SearchField search={search} onSearch={(text) => asked.push(text)} label="Search" placeholder="" />
    </MantineProvider>
  );
  const { rerender } = render(field(''));
  const input = screen.getByLabelText<HTMLInputElement>('Search');
  return {
    asked,
    input,
    type: (value: string) => fireEvent.change(input, { target: { value } }),
    pause: () => act(() => vi.advanceTimersByTime(PAUSE_MS)),
    addressBecomes: (search: string) => rerender(field(search)),
  };
}

test('an address update that comes after more typing removes nothing', () => {
  const { asked, input, type, pause, addressBecomes } = open();
  type('a');
  pause();
  type('an');
  pause();
  type('ann');
  addressBecomes('a');
  expect(input.value).toBe('ann');
  addressBecomes('an');
  expect(input.value).toBe('ann');
  pause();
  expect(asked).toEqual(['a', 'an', 'ann']);
  addressBecomes('ann');
  expect(input.value).toBe('ann');
});

test('one that is skipped is not waited for', () => {
  const { input, type, pause, addressBecomes } = open();
  type('a');
  pause();
  type('an');
  pause();
  addressBecomes('an');
  // The back button, which leads to what was asked for before.
  addressBecomes('a');
  expect(input.value).toBe('a');
});

test('a search set by something else is shown, and the pending one is dropped', () => {
  const { asked, input, type, pause, addressBecomes } = open();
  type('a');
  pause();
  addressBecomes('a');
  type('an');
  addressBecomes('');
  expect(input.value).toBe('');
  pause();
  expect(asked).toEqual(['a']);
});
