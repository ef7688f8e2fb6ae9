import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFormOf } from './use-form-of.ts';

interface Person {
  name: string;
  city: string;
}

let form: ReturnType<typeof useFormOf<Person>>;

function Fields({ kept }: { kept: Person }) {
  form = useFormOf(kept);
  return (
    <>
      <input aria-label="Name" {...form.getInputProps('name')} />
      <input aria-label="City" {...form.getInputProps('city')} />
      <button type="button" disabled={!form.isDirty()}>
        Save
      </button>
    </>
  );
}

const ada = { name: 'Ada', city: 'Bonn' };

function open() {
  const { rerender } = render(<Fields kept={ada} />);
  return { become: (kept: Person) => rerender(<Fields kept={kept} />) };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const isSaveOpen = () => !screen.getByRole<HTMLButtonElement>('button').disabled;

test('what a colleague changes comes into the fields that are unchanged here', () => {
  const { become } = open();
  type('Name', 'Ada L.');
  become({ name: 'Augusta', city: 'Kiel' });
  expect([field('Name').value, field('City').value]).toEqual(['Ada L.', 'Kiel']);
  expect(isSaveOpen()).toBe(true);
});

test('what is typed while it is being saved stays, and is still to be saved', () => {
  const { become } = open();
  type('Name', ' Ada L. ');
  const sent = form.getValues();
  type('City', 'Kiel');
  const now = { name: 'Ada L.', city: 'Bonn' };
  form.saved(sent, now);
  become(now);
  expect([field('Name').value, field('City').value]).toEqual(['Ada L.', 'Kiel']);
  expect(isSaveOpen()).toBe(true);
});

test('what was sent is shown as the server has it, and is no longer a change', () => {
  const { become } = open();
  type('Name', ' Ada L. ');
  const now = { name: 'Ada L.', city: 'Bonn' };
  form.saved(form.getValues(), now);
  become(now);
  expect([field('Name').value, field('City').value]).toEqual(['Ada L.', 'Bonn']);
  expect(isSaveOpen()).toBe(false);
});
