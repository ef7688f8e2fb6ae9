import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PhoneField } from './phone-field.tsx';

afterEach(cleanup);

function Form({ initial, onRender }: { initial: string; onRender: () => void }) {
  const [value, setValue] = useState(initial);
  const field = (children: ReactNode) => {
    onRender();
    return children;
  };
  return <PhoneField label="Phone" value={value} onChange={setValue} inputContainer={field} />;
}

function open(initial = '', onRender: () => void = () => undefined) {
  render(<Form initial={initial} onRender={onRender} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  });
  return screen.getByLabelText<HTMLInputElement>('Phone');
}

test('a person who types faster than the formatter loads still sees the number formatted', async () => {
  const field = open();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '2125550177' } });
  expect(field.value).toBe('2125550177');
  expect(await screen.findByDisplayValue('(212) 555-0177')).toBe(field);
});

test('what is typed while the formatter arrives stays', async () => {
  let renders = 0;
  const field = open('', () => {
    renders += 1;
    // Twice to begin with, once with what is typed first; the fourth has the formatter, whose effect is still to come.
    if (renders === 4) queueMicrotask(() => fireEvent.change(field, { target: { value: '2125550178' } }));
  });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '2125550177' } });
  expect(await screen.findByDisplayValue('(212) 555-0178')).toBe(field);
});

test('a number as the server keeps it is shown as people write it, before anyone touches it', () => {
  expect(open('+12125550177').value).toBe('(212) 555-0177');
});

test('one of another country is shown whole', () => {
  expect(open('+442079460018').value).toBe('+442079460018');
});

test('the last digit of a shown number can be removed and typed again', () => {
  const field = open('+12125550177');
  fireEvent.change(field, { target: { value: '(212) 555-017' } });
  expect(field.value).toBe('(212) 555-017');
  fireEvent.change(field, { target: { value: '(212) 555-0178' } });
  expect(field.value).toBe('(212) 555-0178');
});

test('text that is not a number stays as it was typed', async () => {
  const field = open();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '2125550177' } });
  await screen.findByDisplayValue('(212) 555-0177');
  fireEvent.change(field, { target: { value: '(212) 555-0177 home' } });
  expect(field.value).toBe('(212) 555-0177 home');
});

test('passing through the field of a number that is there changes nothing', async () => {
  const changes: string[] = [];
  render(<PhoneField label="Phone" value="+12125550177" onChange={(value) => changes.push(value)} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  });
  const field = screen.getByLabelText<HTMLInputElement>('Phone');
  fireEvent.focus(field);
  await import('../lib/phone.ts');
  await act(async () => {});
  fireEvent.blur(field);
  expect(changes).toEqual([]);
});
