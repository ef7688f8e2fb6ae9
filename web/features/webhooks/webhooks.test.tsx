import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { EventType } from '../../../contract/events.ts';
import * as routes from '../../../contract/routes.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../../contract/webhooks.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { makeDelivery, makeEndpoint } from '../../testing/make-webhooks.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';
import { TYPE_GROUPS } from './webhook-words.ts';

const SECRET = 'whsec_c2VjcmV0';
const OK = { status: 'ok' } as const;

function apiOf({
  endpoints = [],
  deliveries = [],
  user = makeUser(),
}: {
  endpoints?: WebhookEndpoint[];
  deliveries?: WebhookDelivery[];
  user?: ReturnType<typeof makeUser>;
} = {}) {
  const api = createFakeApi();
  const kept = { endpoints, deliveries };
  const change = (id: string | undefined, over: object) => {
    kept.endpoints = kept.endpoints.map((each) => (each.id === id ? { ...each, ...over } : each));
    return kept.endpoints.find((each) => each.id === id) ?? new Refusal('not_found');
  };
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listWebhookEndpoints, () => ({ items: kept.endpoints, nextCursor: null }));
  api.answer(routes.createWebhookEndpoint, ({ body }) => {
    if (body.url.startsWith('http:'))
      return new Refusal('invalid', {
        url: ['Enter an https address that can be reached from the internet'],
      });
    const made = makeEndpoint({ url: body.url, types: body.types, description: body.description ?? null });
    kept.endpoints = [made, ...kept.endpoints];
    return { ...made, secret: SECRET };
  });
  api.answer(routes.updateWebhookEndpoint, ({ params, body: { status, ...body } }) =>
    change(params.id, {
      ...body,
      ...(status && { status, disabledReason: status === 'active' ? null : 'person', failingSince: null }),
    }),
  );
  api.answer(routes.rotateWebhookSecret, ({ params }) => {
    const endpoint = change(params.id, {});
    return endpoint instanceof Refusal ? endpoint : { ...endpoint, secret: SECRET };
  });
  api.answer(routes.deleteWebhookEndpoint, ({ params }) => {
    kept.endpoints = kept.endpoints.filter(({ id }) => id !== params.id);
    return OK;
  });
  api.answer(routes.testWebhookEndpoint, () => {
    kept.deliveries = [makeDelivery({ type: 'endpoint.test' }), ...kept.deliveries];
    return OK;
  });
  api.answer(routes.listWebhookDeliveries, ({ query: { status, cursor } }) => {
    const items = kept.deliveries.filter((each) => status === undefined || each.status === status);
    const from = Number(cursor ?? 0);
    return {
      items: items.slice(from, from + 2),
      nextCursor: items.length > from + 2 ? String(from + 2) : null,
    };
  });
  api.answer(routes.resendWebhookDelivery, OK);
  api.answer(routes.resendWebhookEvents, OK);
  return { api, kept };
}

const openList = (given: Parameters<typeof apiOf>[0]) => {
  const { api, kept } = apiOf(given);
  return { ...renderApp(paths.webhooks, { api }), kept };
};

function openOne(given: Parameters<typeof apiOf>[0] & { endpoints: WebhookEndpoint[] }, search = '') {
  const { api, kept } = apiOf(given);
  const path = paths.webhook.replace('$endpointId', given.endpoints[0]?.id ?? '');
  return { ...renderApp(path + search, { api }), kept };
}

const HOST = 'payroll.example.com';
const choose = async (person: ReturnType<typeof renderApp>['user'], item: string, of = HOST) => {
  await person.click(await screen.findByRole('button', { name: `More for ${of}` }));
  await person.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
};

describe('the list', () => {
  test('without endpoints shows how to take an event, and the first one shows its secret once', async () => {
    const { user: person, api } = openList({});
    await screen.findByText('No webhook endpoints yet');
    expect(screen.getByText(/webhook\.verify/)).toBeTruthy();
    await person.click(screen.getAllByRole('button', { name: 'Add endpoint' })[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook endpoint' }));
    const add = () => person.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    await add();
    expect(await dialog.findByText('The address is required')).toBeTruthy();
    await fill(person, dialog.getByLabelText('Address'), 'http://payroll.example.com/hooks');
    await add();
    expect(await dialog.findByText(/^Enter an https address/)).toBeTruthy();
    await person.clear(dialog.getByLabelText('Address'));
    await fill(person, dialog.getByLabelText('Address'), 'https://payroll.example.com/hooks');
    await person.click(dialog.getByLabelText('Only what you choose'));
    await add();
    expect(await dialog.findByText('Choose what to send')).toBeTruthy();
    await person.click(dialog.getByLabelText('A candidate opted out'));
    await person.click(dialog.getByLabelText('Send the words of texts'));
    await fill(person, dialog.getByLabelText('Description'), 'Payroll');
    await add();
    const shown = within(await screen.findByRole('dialog', { name: 'The secret of Payroll' }));
    expect(shown.getByText(SECRET)).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Copy secret' })).toBeTruthy();
    expect(api.asked(routes.createWebhookEndpoint).at(-1)?.body).toEqual({
      url: 'https://payroll.example.com/hooks',
      description: 'Payroll',
      types: ['consent.revoked'],
      includeBodies: true,
    });
    await person.click(shown.getByRole('button', { name: 'Done' }));
    const list = within(await screen.findByRole('list', { name: 'Webhook endpoints' }));
    expect(list.getByRole('link', { name: 'Payroll' })).toBeTruthy();
    expect(list.getByText('Gets 1 type of events: consent')).toBeTruthy();
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  test('says in plain words how each is doing, and turns one on again', async () => {
    const failingSince = '2026-11-24T10:00:00.000Z';
    const off = { status: 'disabled' } as const;
    const { user: person } = openList({
      endpoints: [
        makeEndpoint({ description: 'Fine' }),
        makeEndpoint({ description: 'Unwell', failingSince }),
        makeEndpoint({ description: 'Gone', ...off, disabledReason: 'gone' }),
        makeEndpoint({ description: 'Failed', ...off, disabledReason: 'failing', failingSince }),
        makeEndpoint({ description: 'Paused', ...off, disabledReason: 'person' }),
      ],
    });
    const row = async (name: string) =>
      within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);
    expect((await row('Fine')).getByText('On')).toBeTruthy();
    const unwell = await row('Unwell');
    expect(unwell.getByText('Failing')).toBeTruthy();
    expect(
      unwell.getByText(
        "It hasn't taken any event since Nov 24, 5:00 AM. If it doesn't until Nov 29, 5:00 AM, we turn it off.",
      ),
    ).toBeTruthy();
    expect(
      (await row('Gone')).getByText("We turned it off, because it answered that it's gone (410)."),
    ).toBeTruthy();
    expect(
      (await row('Failed')).getByText("We turned it off, because it didn't take any event for 5 days."),
    ).toBeTruthy();
    const paused = await row('Paused');
    expect(paused.getByText('Someone turned it off.')).toBeTruthy();
    await person.click(paused.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('Webhook endpoint is on')).toBeTruthy();
    await waitFor(() => expect(paused.queryByText('Someone turned it off.')).toBeNull());
  });

  test('an endpoint is edited, gets a new secret, is turned off, and is deleted after a question', async () => {
    const { user: person, api } = openList({ endpoints: [makeEndpoint()] });
    await choose(person, 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook endpoint' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Everything').checked).toBe(true);
    await person.click(dialog.getByLabelText('Only what you choose'));
    await person.click(dialog.getByLabelText('A call was missed'));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Gets 1 type of events: calls')).toBeTruthy();

    await choose(person, 'Get new secret');
    const asked = await screen.findByRole('dialog', { name: `Get a new secret for ${HOST}?` });
    expect(within(asked).getByText(/^For 24 hours, each event is signed with the new secret/)).toBeTruthy();
    await person.click(within(asked).getByRole('button', { name: 'Get new secret' }));
    const shown = await screen.findByRole('dialog', { name: `The secret of ${HOST}` });
    expect(within(shown).getByText(SECRET)).toBeTruthy();
    await person.click(within(shown).getByRole('button', { name: 'Done' }));

    await choose(person, 'Turn off');
    const off = await screen.findByRole('dialog', { name: `Turn off ${HOST}?` });
    await person.click(within(off).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Someone turned it off.')).toBeTruthy();

    await choose(person, 'Delete');
    const sure = await screen.findByRole('dialog', { name: `Delete ${HOST}?` });
    expect(api.asked(routes.deleteWebhookEndpoint)).toHaveLength(0);
    await person.click(within(sure).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No webhook endpoints yet')).toBeTruthy();
  });

  test('takes no more than 20', async () => {
    openList({ endpoints: Array.from({ length: 20 }, () => makeEndpoint()) });
    expect(await screen.findByText(/^You have 20 endpoints/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add endpoint' }).disabled).toBe(true);
  });

  test('that fails to load can be loaded again', async () => {
    const { api } = apiOf({ endpoints: [makeEndpoint()] });
    let isBroken = true;
    api.answer(routes.listWebhookEndpoints, () =>
      isBroken ? new Refusal('internal') : { items: [makeEndpoint()], nextCursor: null },
    );
    const { user: person } = renderApp(paths.webhooks, { api });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isBroken = false;
    await person.click(again);
    expect(await screen.findByRole('link', { name: HOST })).toBeTruthy();
  });

  test('is for admins', async () => {
    const { api } = openList({ user: makeUser({ userType: 'member' }) });
    expect(await screen.findByText(/Ask Dana Reed/)).toBeTruthy();
    expect(api.asked(routes.listWebhookEndpoints)).toHaveLength(0);
  });
});

describe('an endpoint', () => {
  const failed = makeDelivery({
    type: 'candidate.created',
    status: 'failed',
    attempts: [
      { at: '2026-11-20T10:00:00.000Z', status: null, ms: 15_000, response: 'No answer within 15 seconds.' },
      { at: '2026-11-20T10:05:00.000Z', status: 500, ms: 32, response: 'Not now' },
    ],
  });
  const waiting = makeDelivery({
    type: 'message.sent',
    status: 'waiting',
    nextAttemptAt: '2999-01-01T12:00:00.000Z',
  });
  const log = async () => within(await screen.findByRole('list', { name: 'Deliveries' }));

  test('shows each attempt, by status, more as you scroll', async () => {
    const deliveries = [failed, waiting, makeDelivery(), makeDelivery({ type: 'call.missed' })];
    const { user: person, router } = openOne({ endpoints: [makeEndpoint()], deliveries });
    const first = (await log()).getAllByRole('listitem')[0] as HTMLElement;
    // In short, and with the attempts.
    expect(within(first).getAllByText(/^Nov 20, 5:05 AM · answered 500 after 32 ms/)).toHaveLength(2);
    await person.click(within(first).getByText('2 attempts'));
    expect(within(first).getByText('Not now')).toBeTruthy();
    expect(within(first).getByText(/^Nov 20, 5:00 AM · no answer after 15,000 ms/)).toBeTruthy();
    expect(within(first).getByText(`Event ${failed.eventId}`)).toBeTruthy();
    expect((await log()).getByText(/next attempt Jan 1, 2999/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('call.missed')).toBeTruthy();

    await person.click(screen.getByRole('radio', { name: 'Failed' }));
    await waitFor(() => expect(screen.queryByText('call.missed')).toBeNull());
    expect((await log()).getByText('candidate.created')).toBeTruthy();
    expect(router.state.location.search).toEqual({ status: 'failed' });
  });

  test('sends a test event, which appears in the log', async () => {
    const { user: person } = openOne({ endpoints: [makeEndpoint()] });
    expect(await screen.findByText('Nothing was sent yet')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Send a test event' }));
    expect(await screen.findByText('A test event is on its way')).toBeTruthy();
    expect((await log()).getByText('endpoint.test')).toBeTruthy();
  });

  test('sends one again, and everything since a time', async () => {
    const endpoint = makeEndpoint();
    const { user: person, api } = openOne({ endpoints: [endpoint], deliveries: [failed] });
    await person.click(await screen.findByRole('button', { name: 'Send again: candidate.created' }));
    expect(await screen.findByText('The event is sent again')).toBeTruthy();
    expect(api.asked(routes.resendWebhookDelivery).map(({ params }) => params.id)).toEqual([failed.id]);

    const open = async () => {
      await person.click(screen.getByRole('button', { name: 'Send everything again since…' }));
      return within(await screen.findByRole('dialog', { name: `Send everything again to ${HOST}` }));
    };
    const send = (dialog: Awaited<ReturnType<typeof open>>) =>
      person.click(dialog.getByRole('button', { name: 'Send again' }));
    const sinces = () =>
      api.asked(routes.resendWebhookEvents).map(({ body }) => Date.now() - Date.parse(body.since));
    await send(await open());
    await waitFor(() => expect(sinces()).toHaveLength(1));
    expect(sinces()[0]).toBeGreaterThanOrEqual(3600_000);
    expect(sinces()[0]).toBeLessThan(3700_000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    const dialog = await open();
    await person.click(dialog.getByLabelText('A time you choose'));
    await send(dialog);
    expect(await dialog.findByText('Choose a time')).toBeTruthy();
    await fill(person, dialog.getByLabelText('Time'), '2999-01-01T10:00');
    await send(dialog);
    expect(await dialog.findByText('Choose a time in the past')).toBeTruthy();
    await person.clear(dialog.getByLabelText('Time'));
    await fill(person, dialog.getByLabelText('Time'), '2020-01-01T10:00');
    await send(dialog);
    expect(await dialog.findByText(/^Events are kept for 30 days/)).toBeTruthy();
    expect(sinces()).toHaveLength(1);
    await person.click(dialog.getByLabelText('Yesterday at this time'));
    await send(dialog);
    await waitFor(() => expect(sinces()).toHaveLength(2));
    expect(sinces()[1]).toBeGreaterThanOrEqual(86_400_000);
  });

  test('that is off sends nothing until it is turned on', async () => {
    const { user: person } = openOne({
      endpoints: [makeEndpoint({ status: 'disabled', disabledReason: 'gone' })],
      deliveries: [failed, waiting],
    });
    expect(await screen.findByText(/Once it works, turn it on/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send a test event' })).toBeNull();
    expect((await log()).getByText(/next attempt when it's on/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again: candidate.created' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('button', { name: 'Send a test event' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send again: candidate.created' })).toBeTruthy();
  });

  test('that is deleted leads back to the list', async () => {
    const { user: person, path } = openOne({ endpoints: [makeEndpoint()] });
    await choose(person, 'Delete');
    const sure = await screen.findByRole('dialog', { name: `Delete ${HOST}?` });
    await person.click(within(sure).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(path()).toBe(paths.webhooks));
    expect(await screen.findByText('No webhook endpoints yet')).toBeTruthy();
  });

  test('that a colleague deleted says so', async () => {
    const { kept, queryClient } = openOne({ endpoints: [makeEndpoint()] });
    await screen.findByRole('heading', { name: HOST });
    kept.endpoints = [];
    await act(() => loadAgain(queryClient, routes.listWebhookEndpoints));
    expect(await screen.findByText('This webhook endpoint is gone')).toBeTruthy();
  });

  test('without its log says that it could not be loaded', async () => {
    const endpoint = makeEndpoint();
    const { api } = apiOf({ endpoints: [endpoint] });
    api.answer(routes.listWebhookDeliveries, new Refusal('internal'));
    renderApp(paths.webhook.replace('$endpointId', endpoint.id), { api });
    expect(await screen.findByText(/Deliveries couldn't be loaded/)).toBeTruthy();
  });
});

describe('the banner above the inbox', () => {
  const inbox = (endpoints: WebhookEndpoint[], user = makeUser()) => {
    const { api } = apiOf({ endpoints, user });
    api.answer(routes.listConversations, { items: [], nextCursor: null });
    return renderApp(paths.messages, { api });
  };
  const banner = async () => within(await screen.findByRole('region', { name: 'Webhooks' }));

  test('leads an admin to an endpoint that is failing', async () => {
    const endpoint = makeEndpoint({ failingSince: '2026-11-24T10:00:00.000Z' });
    inbox([makeEndpoint(), endpoint]);
    const shown = await banner();
    expect(shown.getByText(`The webhook endpoint at ${HOST} is failing.`)).toBeTruthy();
    expect(shown.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(
      paths.webhook.replace('$endpointId', endpoint.id),
    );
  });

  test('or to those that were turned off, before those that fail', async () => {
    const off = { status: 'disabled', disabledReason: 'failing' } as const;
    inbox([
      makeEndpoint(off),
      makeEndpoint({ ...off, disabledReason: 'gone' }),
      makeEndpoint({ failingSince: '2026-11-24T10:00:00.000Z' }),
    ]);
    const shown = await banner();
    expect(shown.getByText('2 webhook endpoints were turned off.')).toBeTruthy();
    expect(shown.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(paths.webhooks);
  });

  test('is not there for a member, for what a person turned off, or for an hour of failures', async () => {
    const { api } = inbox(
      [makeEndpoint({ failingSince: '2026-11-24T10:00:00.000Z' })],
      makeUser({ userType: 'member' }),
    );
    await screen.findByRole('heading', { name: 'Messages' });
    expect(api.asked(routes.listWebhookEndpoints)).toHaveLength(0);
    const { api: second } = inbox([
      makeEndpoint({ status: 'disabled', disabledReason: 'person' }),
      makeEndpoint({ failingSince: new Date(Date.now() - 59 * 60_000).toISOString() }),
    ]);
    await waitFor(() => expect(second.asked(routes.listWebhookEndpoints)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull();
  });
});

test('every type of events can be chosen once', () => {
  const listed = TYPE_GROUPS.flatMap(({ types }) => types.map(({ type }) => type));
  expect(listed.toSorted()).toEqual(EventType.options.toSorted());
  expect(TYPE_GROUPS.map(({ name }) => name)).not.toContain('Other');
});
