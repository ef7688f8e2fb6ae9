import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { failures } from '../../../contract/failure.ts';
import {
  SimulatedCall,
  type SimulatedCallAction,
  type SimulatedCallInput,
  SimulatedMessage,
  type SimulatedMessageInput,
  SimulatedNetwork,
  SimulatedOwnershipCode,
  SimulatedPhone,
} from '../../../contract/simulator.ts';
import { failureOf } from '../../lib/api/api.ts';
import { offlineError } from '../../lib/api/api-error.ts';

/** The simulator's API is outside /v1 and needs no session, so it has its own client. */

const BASE = '/simulator';
const NOT_FOUND = failures.not_found.status;

/** The screen shows where these are missing. */
const meta = { quiet: true } as const;

export const LIVE_URL = `${BASE}/events`;

const BusinessNumber = z.object({ number: z.string(), numberFormatted: z.string() });
export type BusinessNumber = z.infer<typeof BusinessNumber>;

export async function ask<Reply extends z.ZodType>(
  reply: Reply,
  path: string,
  init?: RequestInit,
): Promise<z.output<Reply>> {
  let response: Response;
  try {
    response = await fetch(BASE + path, init);
  } catch {
    throw offlineError();
  }
  const content = await response.text();
  if (!response.ok) throw failureOf(response.status, content);
  // With a real carrier nothing is served here, and the web's own page is what answers.
  if (!response.headers.get('Content-Type')?.includes('json')) throw failureOf(NOT_FOUND, content);
  return reply.parse(JSON.parse(content));
}

export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

export const phonesQuery = () =>
  queryOptions({
    queryKey: ['simulator', 'phones'],
    meta,
    queryFn: ({ signal }) => ask(z.array(SimulatedPhone), '/phones', { signal }),
  });

export const businessNumbersQuery = () =>
  queryOptions({
    queryKey: ['simulator', 'numbers'],
    meta,
    queryFn: ({ signal }) => ask(z.array(BusinessNumber), '/numbers', { signal }),
  });

export const messagesQuery = (phone: string) =>
  queryOptions({
    queryKey: ['simulator', 'messages', phone],
    meta,
    queryFn: ({ signal }) =>
      ask(z.array(SimulatedMessage), `/messages?number=${encodeURIComponent(phone)}`, { signal }),
  });

export const callsQuery = (phone: string) =>
  queryOptions({
    queryKey: ['simulator', 'calls', phone],
    meta,
    // A call whose number is withheld is not in the list; what came of it stays until the page is left.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      ask(z.array(SimulatedCall), `/calls?number=${encodeURIComponent(phone)}`, { signal }),
  });

export const placeCall = (call: z.input<typeof SimulatedCallInput>) =>
  ask(SimulatedCall, '/calls', json('POST', call));

export const actInCall = (id: string, action: SimulatedCallAction) =>
  ask(SimulatedCall, `/calls/${encodeURIComponent(id)}`, json('POST', action));

export const LOOK_MS = 2000;

export const ownershipCodesQuery = () =>
  queryOptions({
    queryKey: ['simulator', 'ownershipCodes'],
    meta,
    refetchInterval: LOOK_MS,
    queryFn: ({ signal }) => ask(z.array(SimulatedOwnershipCode), '/ownershipCodes', { signal }),
  });

export const networkQuery = () =>
  queryOptions({
    queryKey: ['simulator', 'network'],
    meta,
    queryFn: ({ signal }) => ask(SimulatedNetwork, '/network', { signal }),
  });

export const sendFromPhone = (text: z.input<typeof SimulatedMessageInput>) =>
  ask(SimulatedMessage, '/messages', json('POST', text));

/** Where the file can be fetched, to be named in a text or as a voicemail. */
export const storeFile = (file: File) =>
  ask(z.object({ url: z.string() }), '/media', {
    method: 'POST',
    headers: { 'Content-Type': file.type },
    body: file,
  });

export const saveNetwork = (network: SimulatedNetwork) =>
  ask(SimulatedNetwork, '/network', json('PUT', network));
