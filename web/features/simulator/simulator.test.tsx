import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import {
  type SimulatedCall,
  SimulatedCallAction,
  SimulatedCallInput,
  type SimulatedMessage,
  SimulatedMessageInput,
  SimulatedNetwork,
  type SimulatedPhone,
} from '../../../contract/simulator.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const business = { number: '+14155550100', numberFormatted: '(415) 555-0100' };
const maria = { number: '+12125550142', numberFormatted: '(212) 555-0142' };

const ringing: SimulatedCall = {
  id: 'SC1',
  from: maria.number,
  to: business.number,
  state: 'ringing',
  forwardedTo: '+12065550142',
  heard: [],
  createdAt: '2026-11-21T15:00:00.000Z',
};

let count = 0;
function text(over: Partial<SimulatedMessage> = {}): SimulatedMessage {
  count += 1;
  return {
    id: `SM${count}`,
    from: business.number,
    to: maria.number,
    body: 'Hi Maria, are you free on Thursday?',
    mediaUrls: [],
    direction: 'toCandidate',
    status: 'delivered',
    createdAt: '2026-11-21T15:00:00.000Z',
    ...over,
  };
}

/** The live stream of the browser, driven by the test. */
class FakeEventSource {
  static readonly CLOSED = 2;
  static open: FakeEventSource | null = null;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeEventSource.open = this;
  }
  close() {
    FakeEventSource.open = null;
  }
}

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
});

/** Answers the simulator's calls from what a test puts in, and keeps what was sent. */
function open(path: string, messages: SimulatedMessage[] = [], numbers = [business]) {
  const api = createFakeApi();
  const state = {
    messages,
    sent: [] as unknown[],
    /** By their path. */
    files: new Map<string, string>(),
    /** Until when a change of the network's behavior waits. */
    isSlow: Promise.resolve(),
    refuse: false,
    calls: [] as SimulatedCall[],
    acted: [] as SimulatedCallAction[],
    /** What becomes of the call with the next action. */
    next: {} as Partial<SimulatedCall>,
    network: {
      delayMs: 600,
      duplicate: false,
      reorder: false,
      outcome: 'deliver',
      registration: 'approve',
    } as SimulatedNetwork,
  };
  const phones = (): SimulatedPhone[] =>
    state.messages.length === 0
      ? []
      : [{ ...maria, contacts: [business], lastMessage: state.messages.at(-1) ?? null }];

  async function handle(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    const call = `${init.method ?? 'GET'} ${url.pathname}`;
    switch (call) {
      case 'GET /simulator/phones':
        return Response.json(phones());
      case 'GET /simulator/numbers':
        return Response.json(numbers);
      case 'GET /simulator/messages':
        return Response.json(
          state.messages.filter((each) =>
            [each.from, each.to].includes(url.searchParams.get('number') ?? ''),
          ),
        );
      case 'GET /simulator/calls':
        return Response.json(state.calls);
      case 'POST /simulator/calls': {
        const { from, to } = SimulatedCallInput.parse(JSON.parse(String(init.body)));
        const placed = { ...ringing, from, to };
        state.calls = [placed];
        return Response.json(placed, { status: 201 });
      }
      case `POST /simulator/calls/${ringing.id}`: {
        state.acted.push(SimulatedCallAction.parse(JSON.parse(String(init.body))));
        state.calls = state.calls.map((one) => ({ ...one, ...state.next }));
        return Response.json(state.calls[0]);
      }
      case 'GET /simulator/network':
        return Response.json(state.network);
      case 'PUT /simulator/network':
        await state.isSlow;
        state.network = SimulatedNetwork.parse(JSON.parse(String(init.body)));
        return Response.json(state.network);
      case 'POST /simulator/media':
        return Response.json({ url: 'http://127.0.0.1:3000/simulator/media/one' }, { status: 201 });
      case 'POST /simulator/messages': {
        const { status, message } = failures.unavailable;
        if (state.refuse)
          return Response.json({ message, code: 'unavailable', requestId: 'test' }, { status });
        const body = SimulatedMessageInput.parse(JSON.parse(String(init.body)));
        state.sent.push(body);
        const reply = text({ ...body, direction: 'fromCandidate', status: 'received' });
        state.messages.push(reply);
        return Response.json(reply, { status: 201 });
      }
      default: {
        const file = state.files.get(url.pathname);
        return file === undefined ? api.handle(input, init) : new Response(file);
      }
    }
  }
  return { state, ...renderApp(path, { api: { ...api, handle }, signedIn: false }) };
}

const push = (message: SimulatedMessage) =>
  act(() => FakeEventSource.open?.onmessage?.({ data: JSON.stringify(message) }));

const mariasPhone = async () => within(await screen.findByRole('region', { name: 'Phone (212) 555-0142' }));

test('a phone from the list shows its thread; a new text arrives by itself and is shown once', async () => {
  const { user } = open('/simulator', [text()]);
  await user.click(await screen.findByRole('link', { name: /\(212\) 555-0142/ }));
  const phone = await mariasPhone();
  expect(await phone.findByText('Hi Maria, are you free on Thursday?')).toBeTruthy();
  const next = text({ body: 'At ten?', status: 'queued' });
  push(next);
  expect(await phone.findByText('At ten?')).toBeTruthy();
  push({ ...next, status: 'undelivered' });
  expect(await phone.findByText("Didn't arrive on this phone")).toBeTruthy();
  expect(phone.getAllByText('At ten?')).toHaveLength(1);
});

test('an answer goes from this phone to the number it has the thread with', async () => {
  const { user, state } = open('/simulator?phone=%2B12125550142', [text()]);
  const phone = await mariasPhone();
  await user.type(phone.getByLabelText('Text message'), '  Yes, ten works {Enter}');
  expect(await phone.findByText('Yes, ten works')).toBeTruthy();
  expect(phone.getByLabelText<HTMLInputElement>('Text message').value).toBe('');
  await user.click(phone.getByRole('button', { name: 'STOP' }));
  await waitFor(() =>
    expect(state.sent).toEqual([
      { from: maria.number, to: business.number, body: 'Yes, ten works', mediaUrls: [] },
      { from: maria.number, to: business.number, body: 'STOP', mediaUrls: [] },
    ]),
  );
});

test('a picture is stored, then sent by its address', async () => {
  const { user, state } = open('/simulator?phone=%2B12125550142', [text()]);
  const phone = await mariasPhone();
  const file = new File(['resume'], 'resume.png', { type: 'image/png' });
  await user.upload(phone.getByLabelText('Picture'), file);
  expect(phone.getByRole('img', { name: 'resume.png' })).toBeTruthy();
  await user.click(phone.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(state.sent).toHaveLength(1));
  expect(state.sent[0]).toMatchObject({ body: '', mediaUrls: ['http://127.0.0.1:3000/simulator/media/one'] });
  const shown = await phone.findByRole('img', { name: 'Attachment' });
  expect(shown.getAttribute('src')).toBe('/simulator/media/one');
});

test('a contact card is shown as a contact', async () => {
  const url = 'http://127.0.0.1:3000/media/card';
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Dana Reed\\, RN',
    'ORG:Harb',
    ' orview',
    'TEL:+14155550100',
    'END:VCARD',
  ];
  const view = open('/simulator?phone=%2B12125550142', [text({ body: '', mediaUrls: [url] })]);
  view.state.files.set('/media/card', lines.join('\r\n'));
  const phone = await mariasPhone();
  fireEvent.error(await phone.findByRole('img', { name: 'Attachment' }));
  await phone.findByText('Dana Reed, RN');
  expect(phone.getByText('Harborview')).toBeTruthy();
  expect(phone.getByText('+14155550100')).toBeTruthy();
});

test('a text that could not be sent shows an error and stays in the field', async () => {
  const { user, state } = open('/simulator?phone=%2B12125550142', [text()]);
  state.refuse = true;
  const phone = await mariasPhone();
  await user.type(phone.getByLabelText('Text message'), 'Hello{Enter}');
  expect(await screen.findByText(failures.unavailable.message)).toBeTruthy();
  expect(phone.getByLabelText<HTMLInputElement>('Text message').value).toBe('Hello');
});

test('any number can be the next phone', async () => {
  const { user, state } = open('/simulator');
  const field = await screen.findByLabelText('Text from another phone');
  await user.clear(field);
  await user.type(field, '12');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('Must be a valid phone number')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '2125550142{Enter}');
  const phone = await mariasPhone();
  expect(await phone.findByText('No texts with this number yet.')).toBeTruthy();
  await user.click(phone.getByRole('button', { name: 'Who is this?' }));
  await waitFor(() => expect(state.sent).toMatchObject([{ from: maria.number, to: business.number }]));
});

test('a call is placed, picked up and accepted; both sides are heard', async () => {
  const { user, state } = open('/simulator?phone=%2B12125550142', [text()]);
  const phone = await mariasPhone();
  await user.click(phone.getByRole('button', { name: 'Call this number' }));
  expect(phone.getByRole('status').textContent).toBe('Call (415) 555-0100');
  await user.click(phone.getByRole('button', { name: 'Call' }));
  expect(await phone.findByText('Ringing at (206) 555-0142')).toBeTruthy();
  const sentence = 'Call from Maria Santos for Hiretext. Press 1 to accept.';
  state.next = { state: 'screening', heard: [{ by: 'forwarded', sentence }] };
  await user.click(phone.getByRole('button', { name: 'Pick up' }));
  expect(await phone.findByText(sentence)).toBeTruthy();
  expect(phone.getByText('(206) 555-0142 hears')).toBeTruthy();
  state.next = { state: 'talking' };
  await user.click(phone.getByRole('button', { name: 'Press 1' }));
  expect(await phone.findByText('Talking with (206) 555-0142')).toBeTruthy();
  state.next = { state: 'ended' };
  await user.click(phone.getByRole('button', { name: 'Hang up' }));
  expect(await phone.findByText('Call ended')).toBeTruthy();
  expect(state.acted).toEqual([{ action: 'pickUp' }, { action: 'press', digit: '1' }, { action: 'hangUp' }]);
  await user.click(phone.getByRole('button', { name: 'Back to the texts' }));
  expect(phone.getByText('Hi Maria, are you free on Thursday?')).toBeTruthy();
});

test('no one answers, and a message is left; a call in progress is there again after the page was left', async () => {
  const { user, state } = open('/simulator?phone=%2B12125550142', [text()]);
  state.calls = [ringing];
  const phone = await mariasPhone();
  expect(await phone.findByText('Ringing at (206) 555-0142')).toBeTruthy();
  const sentence = 'Please leave a message after the tone.';
  state.next = { state: 'voicemail', heard: [{ by: 'caller', sentence }] };
  await user.click(phone.getByRole('button', { name: "Don't answer" }));
  expect(await phone.findByText(sentence)).toBeTruthy();
  state.next = { state: 'ended' };
  await user.click(phone.getByRole('button', { name: 'Leave a 5-second message' }));
  expect(await phone.findByText('Call ended')).toBeTruthy();
  expect(state.acted).toEqual([
    { action: 'decline' },
    { action: 'leaveMessage', mediaUrl: 'http://127.0.0.1:3000/simulator/media/one', seconds: 5 },
  ]);
});

test('of several changes of the network, made faster than it answers, each one holds', async () => {
  const { state, user } = open('/simulator');
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  state.isSlow = first.promise;
  await user.click(await screen.findByText('Network'));
  await user.selectOptions(screen.getByLabelText('Texts are'), 'undeliver');
  state.isSlow = second.promise;
  await user.click(screen.getByLabelText('Every report comes twice'));
  first.resolve();
  await waitFor(() => expect(state.network.outcome).toBe('undeliver'));
  await user.click(screen.getByLabelText('Receipts come in reverse order'));
  // The first is answered, the second is not: what is shown is what was chosen.
  expect(screen.getByLabelText<HTMLInputElement>('Every report comes twice').checked).toBe(true);
  second.resolve();
  await waitFor(() =>
    expect(state.network).toMatchObject({ outcome: 'undeliver', duplicate: true, reorder: true }),
  );
});

test('a choice of how the network treats texts is sent at once', async () => {
  const { user, state } = open('/simulator');
  await user.click(await screen.findByText('Network'));
  await user.selectOptions(screen.getByLabelText('Texts are'), 'Not delivered');
  await waitFor(() => expect(state.network.outcome).toBe('undeliver'));
  await user.click(screen.getByLabelText('Every report comes twice'));
  await waitFor(() => expect(state.network).toMatchObject({ outcome: 'undeliver', duplicate: true }));
});

test('without a business number it says how to get one', async () => {
  open('/simulator', [], []);
  expect(await screen.findByText('No number to text yet')).toBeTruthy();
});

test('with a real carrier, there is no such page', async () => {
  const page = async () =>
    new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  renderApp('/simulator', { api: { ...createFakeApi(), handle: page }, signedIn: false });
  expect(await screen.findByText("Oops! The page you're looking for doesn't exist.")).toBeTruthy();
  expect(screen.queryByText(failures.internal.message)).toBeNull();
});
