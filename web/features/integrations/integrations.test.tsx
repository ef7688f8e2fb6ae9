import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AtsIntegration } from '../../../contract/ats.ts';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { makeAtsTypes, makeIntegration } from '../../testing/make-ats.ts';
import { makeSeat } from '../../testing/make-seat.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';
import { standingWords } from './ats-words.ts';

function apiOf({ integrations = [] as AtsIntegration[], account = makeAccount() } = {}) {
  const api = createFakeApi();
  const state = { integrations };
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listAtsTypes, makeAtsTypes());
  api.answer(routes.listAtsIntegrations, () => state.integrations);
  api.answer(routes.testAtsConnection, { status: 'ok' });
  api.answer(routes.listDoubtfulPairs, { items: [], nextCursor: null });
  return { api, state };
}

const makeTakenSeat = (firstName: string) => {
  const seat = makeSeat();
  return { ...seat, user: seat.user && { ...seat.user, id: crypto.randomUUID(), firstName } };
};

const show = (api: ReturnType<typeof createFakeApi>) => renderApp(paths.integrations, { api });
const card = (name: string) => screen.findByRole('article', { name });
const row = (name: string) => screen.getByText(name, { exact: true }).closest('tr') as HTMLElement;
const notices = () => within(document.body).queryAllByText('ATS successfully connected');
const bodies = (api: ReturnType<typeof createFakeApi>) =>
  api.asked(routes.saveAtsIntegration).map(({ body }) => body);

describe('a connected system', () => {
  test('names what could not be read', async () => {
    const records = [
      { name: 'Ana Ruiz', externalId: '123' },
      { name: null, externalId: '456' },
    ];
    const unreadable = [
      { kind: 'person' as const, count: 3, records },
      { kind: 'stage' as const, count: 1, records: [{ name: null, externalId: null }] },
    ];
    const { api } = apiOf({ integrations: [makeIntegration({ unreadable })] });
    show(api);
    const greenhouse = within(await card('Greenhouse'));
    expect(greenhouse.getByText("3 people couldn't be read: Ana Ruiz (123), 456, and 1 more.")).toBeTruthy();
    expect(greenhouse.getByText("1 stage couldn't be read.")).toBeTruthy();
  });

  test('lets an admin choose who reminders come from', async () => {
    const { api, state } = apiOf({ integrations: [makeIntegration()] });
    const [ana, bo] = [makeTakenSeat('Ana'), makeTakenSeat('Bo')];
    api.answer(routes.getSeats, [ana, bo]);
    api.answer(routes.saveAtsIntegration, ({ body }) => {
      state.integrations = [makeIntegration({ reminderUserId: body.reminderUserId ?? null })];
      return state.integrations[0] as AtsIntegration;
    });
    const { user } = show(api);
    await user.click(await screen.findByRole('combobox', { name: 'Reminders come from' }));
    await user.click(await screen.findByRole('option', { name: /^Bo/, hidden: true }));
    await waitFor(() => expect(bodies(api)).toEqual([{ type: 'greenhouse', reminderUserId: bo.user?.id }]));
  });
});

describe('the simulated Greenhouse of local mode', () => {
  const credentials = { clientId: 'simulated-greenhouse-1', clientSecret: 'its secret' };

  const me = makeUser();

  function local(webhookSecret: string | null) {
    const { api, state } = apiOf();
    api.answer(routes.getUser, me);
    api.answer(
      routes.listAtsTypes,
      makeAtsTypes().map((system) => ({ ...system, simulated: system.type === 'greenhouse' })),
    );
    api.answer(routes.saveAtsIntegration, () => {
      const webhook = { state: 'manual' as const, url: 'http://localhost/webhooks/ats/greenhouse/x' };
      const made = makeIntegration({ webhook: { ...webhook, secret: webhookSecret } });
      state.integrations = [made];
      return made;
    });
    const added: unknown[] = [];
    const handle: typeof api.handle = async (input, init) => {
      const path = String(input);
      if (path === '/simulator/ats/credential') return Response.json(credentials);
      if (path !== '/simulator/ats/webhooks') return api.handle(input, init);
      added.push(JSON.parse(String(init?.body)));
      return Response.json({ status: 'ok' }, { status: 201 });
    };
    return { added, ...show({ ...api, handle }) };
  }

  test.each([
    ['for the first time, with its webhook', 'a secret', 1],
    ['with the webhook that is there', null, 0],
  ])('is connected by one click: %s', async (_, secret, webhooks) => {
    const { user, api, added } = local(secret);
    await user.click(await screen.findByRole('button', { name: 'Connect Greenhouse' }));
    await user.click(await screen.findByRole('button', { name: 'Try it with the simulated Greenhouse' }));
    await waitFor(() => expect(notices()).toHaveLength(1));
    expect(bodies(api)).toEqual([{ type: 'greenhouse', credentials, reminderUserId: me.id }]);
    expect(added).toHaveLength(webhooks);
    const link = within(await card('Greenhouse')).getByRole('link', {
      name: 'Open the simulated Greenhouse',
    });
    expect(link.getAttribute('href')).toBe(paths.simulatedAts);
  });

  test('is not offered elsewhere', async () => {
    const { api } = apiOf();
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Connect Greenhouse' }));
    await screen.findByLabelText('Client ID');
    expect(screen.queryByText(/simulated/)).toBeNull();
  });
});

describe('the list of systems', () => {
  test('has all eleven, with what each can do and what not', async () => {
    const { api } = apiOf();
    show(api);
    const table = within(await screen.findByRole('table', { name: 'What each system can do' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'System',
      'Candidates in',
      'Texts as notes',
      'Stage changes',
      'Interviews',
      'New hires',
      'Find people',
      'Updates',
      'Connect',
    ]);
    expect(table.getAllByRole('row')).toHaveLength(1 + 11);
    const jazz = within(row('JazzHR'));
    for (const words of [
      'Writes texts as notes',
      'No interviews',
      "Can't move candidates",
      "Can't be searched",
      'Sends candidates that you export right away',
    ])
      expect(jazz.getByText(words)).toBeTruthy();
    expect(within(row('BambooHR')).getByText('Sends changes to employees right away')).toBeTruthy();
    const bullhorn = within(row('Bullhorn'));
    expect(bullhorn.getByText('We check Bullhorn every 5 minutes')).toBeTruthy();
    expect(bullhorn.getByText('Finds people by email or phone')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^How it works: JazzHR/ }).getAttribute('href')).toBe(
      '/help/jazzHr',
    );
    expect(screen.getByRole('link', { name: 'Integrations' })).toBeTruthy();
  });

  test('has the connected ones first, and offers to connect the others', async () => {
    const { api } = apiOf({ integrations: [makeIntegration({ type: 'jazzHr' })] });
    show(api);
    await card('JazzHR');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    const rows = screen.getAllByRole('row').slice(1);
    expect(within(rows[0] as HTMLElement).getByText('JazzHR')).toBeTruthy();
    expect(within(rows[0] as HTMLElement).getByText('Connected')).toBeTruthy();
    expect(within(rows[1] as HTMLElement).getByRole('button', { name: 'Connect Greenhouse' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Connect JazzHR' })).toBeNull();
  });

  test("that can't be loaded is tried again", async () => {
    const { api } = apiOf();
    api.answer(routes.listAtsIntegrations, new Refusal('internal'));
    const { user } = show(api);
    expect(await screen.findByText("Integrations couldn't be loaded.")).toBeTruthy();
    api.answer(routes.listAtsIntegrations, []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Connect Greenhouse' })).toBeTruthy();
  });
});

describe('connecting with a key', () => {
  async function openAshby(api: ReturnType<typeof createFakeApi>) {
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Connect Ashby' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect Ashby' }));
    return { user, dialog };
  }

  test('names the rights first, tests, saves and reloads', async () => {
    const { api, state } = apiOf();
    api.answer(routes.saveAtsIntegration, () => {
      const saved = makeIntegration({ type: 'ashby' });
      state.integrations = [saved];
      return saved;
    });
    const { user, dialog } = await openAshby(api);
    expect(dialog.getByText('The key needs these permissions:')).toBeTruthy();
    expect(dialog.getByText('Candidates: Read')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Connect with/ })).toBeNull();
    const field = dialog.getByLabelText<HTMLInputElement>('API key');
    expect(field.type).toBe('password');
    await fill(user, field, '  secret-key \t');
    await user.click(dialog.getByRole('button', { name: 'Show' }));
    expect(field.type).toBe('text');
    const looks = api.asked(routes.listAtsIntegrations).length;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(notices()).toHaveLength(1));
    const sent = { type: 'ashby', credentials: { apiKey: 'secret-key' } };
    expect(api.asked(routes.testAtsConnection).map(({ body }) => body)).toEqual([sent]);
    expect(bodies(api)).toEqual([sent]);
    expect(await screen.findByRole('button', { name: 'Disconnect Ashby' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(api.asked(routes.listAtsIntegrations).length).toBeGreaterThan(looks));
  });

  test('can be tested without saving', async () => {
    const { api } = apiOf();
    const { user, dialog } = await openAshby(api);
    await fill(user, dialog.getByLabelText('API key'), 'secret-key');
    await user.click(dialog.getByRole('button', { name: 'Test connection' }));
    expect(await dialog.findByText('Connection works.')).toBeTruthy();
    expect(bodies(api)).toEqual([]);
    await user.type(dialog.getByLabelText('API key'), '2');
    expect(dialog.queryByText('Connection works.')).toBeNull();
  });

  test('asks for what is missing, at the field', async () => {
    const { api } = apiOf();
    const { user, dialog } = await openAshby(api);
    await user.click(dialog.getByRole('button', { name: 'Test connection' }));
    expect(await dialog.findByText('The API key is required')).toBeTruthy();
    expect(api.asked(routes.testAtsConnection)).toEqual([]);
  });

  test.each(['ats_key_refused', 'ats_unavailable'] as const)(
    'that ends with %s saves nothing',
    async (code) => {
      const { api } = apiOf();
      api.answer(routes.testAtsConnection, new Refusal(code));
      const { user, dialog } = await openAshby(api);
      await fill(user, dialog.getByLabelText('API key'), 'secret-key');
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      expect((await dialog.findByRole('alert')).textContent).toBe(failures[code].message);
      expect(screen.getAllByText(failures[code].message)).toHaveLength(1);
      expect(bodies(api)).toEqual([]);
      expect(notices()).toEqual([]);
    },
  );

  test("shows the server's own sentence, which names the system and the right", async () => {
    const { api } = apiOf();
    const message = 'The key is missing a right in Ashby: Candidates: Write. Add it there, then try again.';
    const details = { missing: ['Candidates: Write'] };
    api.answer(routes.testAtsConnection, () =>
      Response.json({ message, code: 'ats_rights_missing', details }, { status: 422 }),
    );
    const { user, dialog } = await openAshby(api);
    await fill(user, dialog.getByLabelText('API key'), 'secret-key');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(message);
  });

  test("shows the server's error for a field at that field", async () => {
    const { api } = apiOf();
    api.answer(
      routes.testAtsConnection,
      new Refusal('invalid', { 'credentials.apiKey': ['Remove line breaks'] }),
    );
    const { user, dialog } = await openAshby(api);
    await fill(user, dialog.getByLabelText('API key'), 'secret-key');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Remove line breaks')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('shows the secret of a webhook that is set up by hand, once', async () => {
    const { api, state } = apiOf();
    const url = 'https://hiretext.example/webhooks/ats/jazzHr/abc';
    const webhook = { url, state: 'manual', secret: null } as const;
    api.answer(routes.saveAtsIntegration, () => {
      state.integrations = [makeIntegration({ type: 'jazzHr', webhook })];
      return makeIntegration({ type: 'jazzHr', webhook: { ...webhook, secret: 'whsec-1' } });
    });
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Connect JazzHR' }));
    await fill(user, await screen.findByLabelText('API key'), 'secret-key');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const step = within(await screen.findByRole('dialog', { name: 'Add the webhook in JazzHR' }));
    expect(document.activeElement?.textContent).toMatch(/^JazzHR is connected\./);
    expect(step.getByText('whsec-1')).toBeTruthy();
    expect(step.getByText(url)).toBeTruthy();
    await user.click(step.getByRole('button', { name: 'Done' }));
    const jazz = within(await card('JazzHR'));
    expect(jazz.getByText(url)).toBeTruthy();
    expect(screen.queryByText('whsec-1')).toBeNull();
  });

  test.each([
    ['', 'Teamtailor then makes a key for the webhook. Come back here, click Change key, and enter it.'],
    ['sig-1', /^One more step: in Teamtailor, replace the address of the webhook with this one\./],
  ])(
    'with the webhook key "%s" of a system that makes it, says what is next',
    async (signatureKey, words) => {
      const { api } = apiOf();
      const webhook = { url: 'https://hiretext.example/w', state: 'manual', secret: 'not-taken' } as const;
      api.answer(routes.saveAtsIntegration, makeIntegration({ type: 'teamtailor', webhook }));
      const { user } = show(api);
      await user.click(await screen.findByRole('button', { name: 'Connect Teamtailor' }));
      await fill(user, await screen.findByLabelText('API key'), 'secret-key');
      expect(screen.getByRole('combobox', { name: 'Region' })).toBeTruthy();
      if (signatureKey)
        await fill(user, screen.getByLabelText('Webhook signature key (optional)'), signatureKey);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      const step = within(await screen.findByRole('dialog', { name: 'Add the webhook in Teamtailor' }));
      expect(step.getByText(words)).toBeTruthy();
      expect(step.queryByText('not-taken')).toBeNull();
    },
  );
});

describe('connecting by signing in', () => {
  const popUp = () => ({ closed: false, close: vi.fn(), location: { replace: vi.fn() } });
  const tellOtherWindow = (outcome: string) => {
    const newValue = JSON.stringify({ outcome, vendor: 'lever', at: 7 });
    window.dispatchEvent(new StorageEvent('storage', { key: 'hiretext:oauthResult', newValue }));
  };
  afterEach(() => vi.restoreAllMocks());

  async function begin(opened: ReturnType<typeof popUp> | null) {
    const { api, state } = apiOf();
    api.answer(routes.startAtsOauth, { state: 'a b', url: 'https://auth.lever.co' });
    const open = vi.spyOn(window, 'open').mockReturnValue(opened as never);
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Connect Lever' }));
    const button = await screen.findByRole('button', { name: 'Connect with Lever' });
    await user.click(button);
    expect(open).toHaveBeenCalledOnce();
    return { api, state, button };
  }

  test('goes to the system in a pop-up, and reloads when that is done', async () => {
    const opened = popUp();
    const { state } = await begin(opened);
    const to = 'http://localhost:3000/v1/atsIntegration/lever/oauth/?state=a%20b';
    await waitFor(() => expect(opened.location.replace.mock.calls).toEqual([[to]]));
    expect(screen.getByText('Continue in the window that opened.')).toBeTruthy();
    state.integrations = [makeIntegration({ type: 'lever', connectedBy: 'oauth' })];
    act(() => tellOtherWindow('success'));
    await waitFor(() => expect(notices()).toHaveLength(1));
    expect(within(await card('Lever')).getByText(/connected by signing in/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['failure', 'success'])("that ends with %s, and isn't there, has failed", async (outcome) => {
    await begin(popUp());
    act(() => tellOtherWindow(outcome));
    expect(await screen.findByText('ATS integration failed. Please try again.')).toBeTruthy();
    expect(notices()).toEqual([]);
    expect(screen.getByRole('dialog', { name: 'Connect Lever' })).toBeTruthy();
  });

  test('can be started again after the pop-up was closed by hand', async () => {
    const opened = popUp();
    const { button } = await begin(opened);
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    expect(button.getAttribute('data-loading')).toBe('true');
    opened.closed = true;
    await waitFor(() => expect(button.getAttribute('data-loading')).toBeNull());
  });

  test('reports that the browser blocked the pop-up', async () => {
    const { api } = await begin(null);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Your browser blocked the window\./);
    expect(api.asked(routes.startAtsOauth)).toEqual([]);
  });

  test("that can't begin closes the pop-up", async () => {
    const opened = popUp();
    const { api } = apiOf();
    api.answer(routes.startAtsOauth, new Refusal('unavailable'));
    vi.spyOn(window, 'open').mockReturnValue(opened as never);
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Connect Lever' }));
    await user.click(await screen.findByRole('button', { name: 'Connect with Lever' }));
    expect(await screen.findByText(failures.unavailable.message)).toBeTruthy();
    expect(opened.close).toHaveBeenCalledOnce();
  });
});

describe('where a connection stands', () => {
  const now = new Date('2026-11-20T15:03:00.000Z');
  const { sync } = makeIntegration();
  const error = { code: 'ats_key_refused', message: 'The key was revoked.' } as const;
  test.each<[string, Partial<AtsIntegration>]>([
    ['Up to date, last sync 3 minutes ago', {}],
    ['Up to date, last sync just now', { lastSyncAt: '2026-11-20T15:02:30.000Z' }],
    ['Waiting for the first sync', { lastSyncAt: null }],
    ['Syncing… 1,240 candidates', { sync: { ...sync, state: 'running' } }],
    ['Syncing… 1 candidate', { sync: { ...sync, state: 'running', candidates: 1 } }],
    ['Paused, last sync 3 minutes ago', { enabled: false, error }],
    ['Needs attention, last sync 3 minutes ago', { error }],
    ['Needs attention', { lastSyncAt: null, sync: { ...sync, state: 'failed' } }],
  ])('%s', (words, over) => {
    expect(standingWords(makeIntegration(over), now)).toBe(words);
  });
});

describe('a connected system', () => {
  test('shows its counts and the notes that wait', async () => {
    const oldestAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const notes = { waiting: 3, unknown: 1, oldestAt };
    const { api } = apiOf({ integrations: [makeIntegration({ notes })] });
    show(api);
    const greenhouse = within(await card('Greenhouse'));
    for (const [what, count] of [
      ['Candidates', '1,240'],
      ['No phone number', '31'],
      ['Jobs', '12'],
      ['Interviews', '7'],
    ] as const)
      expect(greenhouse.getByText(what).nextElementSibling?.textContent).toBe(count);
    expect(greenhouse.getByText('3 notes wait, the oldest for 2 hours.')).toBeTruthy();
    expect(greenhouse.getByText(/^We can't tell if 1 note was saved/)).toBeTruthy();
    expect(greenhouse.getByText('Greenhouse tells us about changes right away.')).toBeTruthy();
  });

  test.each([
    ['key', 'Update key'],
    ['oauth', 'Connect with Greenhouse again'],
  ] as const)('connected by %s says what is wrong, and offers %s', async (connectedBy, label) => {
    const error = { code: 'ats_key_refused', message: 'Greenhouse refused the key.' } as const;
    const { api } = apiOf({ integrations: [makeIntegration({ error, connectedBy })] });
    show(api);
    const greenhouse = within(await card('Greenhouse'));
    expect(greenhouse.getByRole('alert').textContent).toContain(error.message);
    expect(greenhouse.getByRole('button', { name: label })).toBeTruthy();
  });

  test('gets another key', async () => {
    const { api } = apiOf({ integrations: [makeIntegration()] });
    api.answer(routes.saveAtsIntegration, makeIntegration());
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Change key: Greenhouse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the key for Greenhouse' }));
    await fill(user, dialog.getByLabelText('Client ID'), 'id-2');
    await fill(user, dialog.getByLabelText('Client secret'), 'secret-2');
    await user.click(dialog.getByRole('button', { name: 'Save key' }));
    await waitFor(() => expect(notices()).toHaveLength(1));
    expect(bodies(api)).toEqual([
      { type: 'greenhouse', credentials: { clientId: 'id-2', clientSecret: 'secret-2' } },
    ]);
  });

  test('is paused and resumed', async () => {
    const { api, state } = apiOf({ integrations: [makeIntegration()] });
    api.answer(routes.saveAtsIntegration, ({ body }) => {
      const changed = makeIntegration({ enabled: body.enabled ?? true });
      state.integrations = [changed];
      return changed;
    });
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Pause Greenhouse' }));
    await user.click(await screen.findByRole('button', { name: 'Resume Greenhouse' }));
    expect(await screen.findByRole('button', { name: 'Pause Greenhouse' })).toBeTruthy();
    expect(bodies(api)).toEqual([
      { type: 'greenhouse', enabled: false },
      { type: 'greenhouse', enabled: true },
    ]);
  });

  test('changes how texts are noted, for hiring managers on their own', async () => {
    const { api, state } = apiOf({ integrations: [makeIntegration()] });
    api.answer(routes.saveAtsIntegration, ({ body: { notesMode, hiringManagerNotesMode } }) => {
      const [before = makeIntegration()] = state.integrations;
      const changed = {
        ...before,
        ...(notesMode === undefined ? {} : { notesMode }),
        ...(hiringManagerNotesMode === undefined ? {} : { hiringManagerNotesMode }),
      };
      state.integrations = [changed];
      return changed;
    });
    const { user } = show(api);
    const choose = async (label: string, option: string) => {
      const field = await screen.findByRole<HTMLInputElement>('combobox', { name: label });
      await waitFor(() => expect(field.disabled).toBe(false));
      await user.click(field);
      const list = await screen.findByRole('listbox', { name: label, hidden: true });
      await user.click(within(list).getByRole('option', { name: option, hidden: true }));
      await waitFor(() => expect(field.value).toBe(option));
    };
    await choose('Note texts in Greenhouse', 'Daily summary');
    await choose("Hiring managers' texts", 'Off');
    await choose("Hiring managers' texts", 'Same');
    expect(bodies(api)).toEqual([
      { type: 'greenhouse', notesMode: 'daily' },
      { type: 'greenhouse', hiringManagerNotesMode: 'off' },
      { type: 'greenhouse', hiringManagerNotesMode: null },
    ]);
  });

  test('is refreshed while it syncs, until it is done', async () => {
    const { api, state } = apiOf({ integrations: [makeIntegration()] });
    const running = { ...makeIntegration().sync, state: 'running', candidates: 50 } as const;
    api.answer(routes.syncAts, () => {
      state.integrations = [makeIntegration({ sync: running })];
      return makeIntegration({ sync: running });
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { user } = show(api);
    const sync = await screen.findByRole('button', { name: 'Sync now: Greenhouse' });
    await user.click(sync);
    await vi.waitFor(() => expect(screen.getByText('Syncing… 50 candidates')).toBeTruthy());
    state.integrations = [makeIntegration({ sync: { ...running, candidates: 90 } })];
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await vi.waitFor(() => expect(screen.getByText('Syncing… 90 candidates')).toBeTruthy());
    state.integrations = [makeIntegration()];
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await vi.waitFor(() => expect(screen.getByText(/^Up to date/)).toBeTruthy());
    const looks = api.asked(routes.listAtsIntegrations).length;
    await act(() => vi.advanceTimersByTimeAsync(9000));
    expect(api.asked(routes.listAtsIntegrations)).toHaveLength(looks);
  });

  test('is refreshed while notes wait, until they are written', async () => {
    const notes = { waiting: 1, unknown: 0, oldestAt: new Date().toISOString() };
    const { api, state } = apiOf({ integrations: [makeIntegration({ notes })] });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    show(api);
    expect(await screen.findByText(/^1 note waits/)).toBeTruthy();
    state.integrations = [makeIntegration()];
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await vi.waitFor(() => expect(screen.queryByText(/^1 note waits/)).toBeNull());
  });

  test('is disconnected after explaining what that means', async () => {
    const notes = { waiting: 3, unknown: 0, oldestAt: null };
    const { api, state } = apiOf({ integrations: [makeIntegration({ notes })] });
    api.answer(routes.removeAtsIntegration, () => {
      state.integrations = [];
      return { status: 'ok' as const };
    });
    const { user } = show(api);
    await user.click(await screen.findByRole('button', { name: 'Disconnect Greenhouse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Greenhouse?' }));
    expect(dialog.getByText(/Your candidates and conversations stay\./)).toBeTruthy();
    expect(dialog.getByText(/^3 notes haven't been added/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('button', { name: 'Connect Greenhouse' })).toBeTruthy();
    expect(api.asked(routes.removeAtsIntegration).map(({ query }) => query)).toEqual([
      { atsType: 'greenhouse' },
    ]);
  });
});
