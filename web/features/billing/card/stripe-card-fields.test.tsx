import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { answerBilling } from '../../../testing/billing-api.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { makeCard } from '../../../testing/make-billing.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

/* Stripe's script comes from Stripe and isn't here, so these tests fake what it puts on the page. */

type Change = { complete: boolean; error?: { code: string; message: string } };

/** The fields that are on the page, by name. */
let fields: Record<string, { focus: () => void; change: (event: Change) => void }>;
let confirmed: { secret: string; name: string }[];
let answer: object;
/** The publishable keys it was started with. */
let keys: string[];

/** One for all tests: the loader keeps what it has loaded. */
const Stripe = Object.assign(
  (key: string) => {
    keys.push(key);
    return {
      elements: () => ({
        create: (name: string) => {
          const listeners: ((event: Change) => void)[] = [];
          const field = {
            focus: vi.fn(),
            change: (event: Change) =>
              act(() => {
                for (const listener of listeners) listener(event);
              }),
          };
          return {
            mount: () => {
              fields[name] = field;
            },
            destroy: () => {
              delete fields[name];
            },
            update: () => {},
            focus: field.focus,
            on: (_: string, listener: (event: Change) => void) => listeners.push(listener),
          };
        },
      }),
      confirmCardSetup: async (
        secret: string,
        { payment_method }: { payment_method: { billing_details: { name: string } } },
      ) => {
        confirmed.push({ secret, name: payment_method.billing_details.name });
        return answer;
      },
    };
  },
  { version: 'endive' },
);

beforeEach(() => {
  fields = {};
  confirmed = [];
  keys = [];
  answer = { setupIntent: { payment_method: 'pm_card_visa' } };
});

async function open() {
  const api = createFakeApi();
  answerBilling(api);
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.createSetupIntent, {
    gateway: 'stripe',
    clientSecret: 'seti_1_secret',
    publishableKey: 'pk_test_1',
  });
  const view = renderApp(paths.billing, { api });
  const part = within(await screen.findByRole('region', { name: 'Card' }));
  const change = await part.findByRole('button', { name: 'Change card' });
  return { ...view, part, change };
}

async function openForm() {
  const view = await open();
  await view.user.click(view.change);
  const form = within(await screen.findByRole('dialog', { name: 'Change card' }));
  await form.findByLabelText('Full name');
  await waitFor(() => expect(Object.keys(fields)).toEqual(['cardNumber', 'cardExpiry', 'cardCvc']));
  return { ...view, form, save: () => view.user.click(form.getByRole('button', { name: 'Save card' })) };
}

const completeAll = () => {
  for (const field of Object.values(fields)) field.change({ complete: true });
};

test('the script is loaded when the form opens, and again when it did not load', async () => {
  delete (window as { Stripe?: unknown }).Stripe;
  const scripts: HTMLScriptElement[] = [];
  const append = vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
    queueMicrotask(() => node.dispatchEvent(new Event('error')));
    return node;
  });
  // Stripe's loader warns about it on the console.
  vi.spyOn(console, 'warn').mockReturnValue();
  const { user, change } = await open();
  expect(scripts).toEqual([]);
  await user.click(change);
  const form = within(await screen.findByRole('dialog', { name: 'Change card' }));
  await form.findByText("The card form couldn't be loaded.");
  expect(scripts[0]?.src).toMatch(/^https:\/\/js\.stripe\.com\//);
  append.mockRestore();
  Object.assign(window, { Stripe });
  await user.click(form.getByRole('button', { name: 'Try again' }));
  expect(await form.findByLabelText('Full name')).toBeTruthy();
  expect(keys).toEqual(['pk_test_1']);
  expect(form.queryByText(/test form/)).toBeNull();
});

test('a card is confirmed at Stripe, and its token saved under the name that was typed', async () => {
  Object.assign(window, { Stripe });
  const { api, user, form, save } = await openForm();
  api.answer(routes.updateCard, makeCard());
  await fill(user, form.getByLabelText('Full name'), ' Dana Reed ');
  completeAll();
  await save();
  expect(await screen.findByText('Card saved')).toBeTruthy();
  expect(confirmed).toEqual([{ secret: 'seti_1_secret', name: 'Dana Reed' }]);
  expect(api.asked(routes.updateCard).map(({ body }) => body)).toEqual([
    { paymentMethodId: 'pm_card_visa', name: 'Dana Reed' },
  ]);
});

test('what is missing is shown at its field, and the first of them has the focus', async () => {
  const { user, form, save } = await openForm();
  await save();
  for (const sentence of [
    'The full name is required',
    'The card number is required',
    'The expiry date is required',
    'The security code is required',
  ])
    expect(form.getByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText('Full name'));
  await fill(user, form.getByLabelText('Full name'), 'Dana');
  await save();
  expect(form.getByText('Full name must consist of first and last name')).toBeTruthy();
  await user.type(form.getByLabelText('Full name'), ' Reed');
  await save();
  expect(fields.cardNumber?.focus).toHaveBeenCalled();
  expect(confirmed).toEqual([]);
});

test.each([
  ['cardNumber', 'incomplete_number', 'Card number must be 16 digits'],
  ['cardNumber', 'invalid_number', 'Card number must be 16 digits'],
  ['cardExpiry', 'invalid_expiry_month_past', 'Your card is alredy expired'],
  ['cardExpiry', 'invalid_expiry_year_past', 'Your card is alredy expired'],
  ['cardExpiry', 'incomplete_expiry', 'Enter the expiry date as MM/YY'],
  ['cardCvc', 'incomplete_cvc', 'The security code has 3 or 4 digits'],
  ['cardNumber', 'something_new', "Stripe's own words"],
])('at %s, %s reads %s', async (field, code, sentence) => {
  const { user, form, save } = await openForm();
  await fill(user, form.getByLabelText('Full name'), 'Dana Reed');
  completeAll();
  fields[field]?.change({ complete: false, error: { code, message: "Stripe's own words" } });
  expect(form.getByText(sentence)).toBeTruthy();
  await save();
  expect(confirmed).toEqual([]);
  fields[field]?.change({ complete: true });
  expect(form.queryByText(sentence)).toBeNull();
});

test('a card that Stripe refuses stays in the form', async () => {
  answer = { error: { type: 'card_error', code: 'card_declined', message: "Stripe's own words" } };
  const { user, api, form, save } = await openForm();
  await fill(user, form.getByLabelText('Full name'), 'Dana Reed');
  completeAll();
  await save();
  expect(await form.findByText(failures.card_declined.message)).toBeTruthy();
  expect(api.asked(routes.updateCard)).toEqual([]);
  // The next card gets a new setup intent.
  answer = { setupIntent: { payment_method: 'pm_2' } };
  api.answer(routes.updateCard, makeCard());
  fields.cardNumber?.change({ complete: true });
  await save();
  expect(await screen.findByText('Card saved')).toBeTruthy();
});

test('a card that our server refuses afterwards needs another secret', async () => {
  const { user, api, form, save } = await openForm();
  api.answer(routes.updateCard, new Refusal('card_declined'));
  api.answer(routes.createSetupIntent, {
    gateway: 'stripe',
    clientSecret: 'seti_2_secret',
    publishableKey: 'pk_test_1',
  });
  await fill(user, form.getByLabelText('Full name'), 'Dana Reed');
  completeAll();
  await save();
  expect(await form.findByText(failures.card_declined.message)).toBeTruthy();
  await waitFor(() => expect(api.asked(routes.createSetupIntent)).toHaveLength(2));
  api.answer(routes.updateCard, makeCard());
  fields.cardNumber?.change({ complete: true });
  await save();
  expect(await screen.findByText('Card saved')).toBeTruthy();
  expect(confirmed.map(({ secret }) => secret)).toEqual(['seti_1_secret', 'seti_2_secret']);
});

test('a valid field is marked as valid', async () => {
  const { user, form } = await openForm();
  const good = () => document.querySelectorAll('[role=dialog] [data-success]').length;
  await fill(user, form.getByLabelText('Full name'), 'Dana');
  expect(good()).toBe(0);
  await user.type(form.getByLabelText('Full name'), ' Reed');
  expect(good()).toBe(1);
  completeAll();
  expect(good()).toBe(4);
  fields.cardExpiry?.change({ complete: false, error: { code: 'incomplete_expiry', message: '' } });
  expect(good()).toBe(3);
});

test.each([
  ['Expiry date', new Refusal('card_expired'), failures.card_expired.message],
  ['Full name', new Refusal('invalid', { name: ['Not that one'] }), 'Not that one'],
])('what our server refuses stands at its field: %s', async (label, refusal, sentence) => {
  const { user, api, form, save } = await openForm();
  api.answer(routes.updateCard, refusal);
  await fill(user, form.getByLabelText('Full name'), 'Dana Reed');
  completeAll();
  await save();
  const field = (await form.findByText(sentence)).closest<HTMLElement>('.mantine-InputWrapper-root');
  expect(field && within(field).getByText(label)).toBeTruthy();
});
