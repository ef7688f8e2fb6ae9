import { MantineProvider, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { NoticeArea } from '../../ui/notice-area.tsx';
import { fieldErrorsOf } from '../forms/form-errors.ts';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

function Save({ work }: { work: () => Promise<unknown> }) {
  const save = useMutation({ mutationFn: work, meta: { shows: 'all' } });
  return (
    <button type="button" disabled={save.isPending} onClick={() => save.mutate()}>
      Save
    </button>
  );
}

function open(work: () => Promise<unknown>) {
  const queryClient = createQueryClient();
  const page = (isFormOpen: boolean) => (
    <MantineProvider env="test">
      <NoticeArea />
      <QueryClientProvider client={queryClient}>{isFormOpen && <Save work={work} />}</QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page(true));
  return { closeForm: () => rerender(page(false)) };
}

const refusal = new ApiError({ message: 'The seat is taken.', code: 'seat_not_free', status: 409 });
const settled = () => act(async () => {});

test('a second click in the very next event finds the button closed', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const work = vi.fn(() => new Promise(() => {}));
  open(work);
  const button = screen.getByRole('button');
  // Between two events a browser runs these, and nothing of what waits for the next turn of the event loop.
  const microtasks = async () => {
    for (let count = 0; count < 20; count += 1) await Promise.resolve();
  };
  button.click();
  await microtasks();
  button.click();
  await microtasks();
  expect(work).toHaveBeenCalledTimes(1);
});

test('a refusal is left to the form that shows it', async () => {
  const show = vi.spyOn(notifications, 'show');
  open(() => Promise.reject(refusal));
  fireEvent.click(screen.getByRole('button'));
  await settled();
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false);
  expect(show).not.toHaveBeenCalled();
});

describe('what is wrong with fields', () => {
  const aboutFields = (...fields: string[]) =>
    new ApiError({
      message: 'Check what you entered.',
      code: 'invalid',
      status: 422,
      details: { fields: Object.fromEntries(fields.map((field) => [field, [`Check ${field}.`]])) },
    });

  function Form({ refusal }: { refusal: ApiError }) {
    const form = useForm({ initialValues: { title: '', tags: [] as string[] } });
    const save = useMutation({
      mutationFn: () => Promise.reject(refusal),
      meta: { shows: 'fields' },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    });
    return (
      <>
        <TextInput label="Title" {...form.getInputProps('title')} />
        <TagsInput label="Tags" {...form.getInputProps('tags')} />
        <button type="button" onClick={() => save.mutate()}>
          Save
        </button>
      </>
    );
  }

  async function notices(refusal: ApiError, container?: HTMLElement): Promise<unknown[]> {
    const show = vi.spyOn(notifications, 'show');
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <Form refusal={refusal} />
        </QueryClientProvider>
      </MantineProvider>,
      container && { container },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await settled();
    return show.mock.calls.map(([notice]) => notice.message);
  }

  test('is shown at the fields that the form has', async () => {
    expect(await notices(aboutFields('title', 'tags.1'))).toEqual([]);
    expect(screen.getByText('Check title.')).toBeTruthy();
    expect(screen.getByText('Check tags.1.')).toBeTruthy();
  });

  test('is a notice where the form has no such field', async () => {
    expect(await notices(aboutFields('title', 'body'))).toEqual(['Check body.']);
    expect(screen.getByText('Check title.')).toBeTruthy();
  });

  test('is a notice where it is about a part that the field has no place for', async () => {
    expect(await notices(aboutFields('tags.first'))).toEqual(['Check tags.first.']);
  });

  test('is a notice where only a form behind the dialog has the field', async () => {
    render(<input data-path="body" />);
    render(<div role="dialog" aria-modal="true" data-testid="dialog" />);
    const container = screen.getByTestId('dialog');
    expect(await notices(aboutFields('title', 'body'), container)).toEqual(['Check body.']);
    expect(screen.getByText('Check title.')).toBeTruthy();
  });
});

test('a refusal whose form is gone is a notice', async () => {
  const answer = Promise.withResolvers<never>();
  const { closeForm } = open(() => answer.promise);
  fireEvent.click(screen.getByRole('button'));
  await settled();
  closeForm();
  answer.reject(refusal);
  await screen.findByText('The seat is taken.');
});
