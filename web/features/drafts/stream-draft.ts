import { SmartDraft } from '../../../contract/drafts.ts';
import type { BodyInput, Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { failureOf, requestHeaders, urlOf } from '../../lib/api/api.ts';
import { offlineError } from '../../lib/api/api-error.ts';

export type DraftBody = BodyInput<typeof routes.draftForTemplate>;
export type Draft = SmartDraft['response'];

interface Address {
  route: Route;
  params?: { id: string };
}

/** Where a draft is to go. */
export type DraftPlace =
  | { conversationId: string | undefined }
  | { isTeamTemplate: boolean; templateId: string | undefined };

function addressOf(place: DraftPlace, body: DraftBody): Address {
  if ('conversationId' in place) return { route: routes.draftForTemplate };
  const { isTeamTemplate, templateId: id } = place;
  // Without a text, that one would be rewritten which the person has just removed.
  if (id === undefined || !body.text)
    return { route: isTeamTemplate ? routes.draftForTeamTemplate : routes.draftForTemplate };
  return { route: isTeamTemplate ? routes.redraftTeamTemplate : routes.redraftTemplate, params: { id } };
}

/** The draft; `heard` has its first version so far, each time that there is more of it. */
export async function streamDraft(
  place: DraftPlace,
  body: DraftBody,
  { signal, heard }: { signal: AbortSignal; heard: (soFar: string) => void },
): Promise<Draft> {
  const { route, ...address } = addressOf(place, body);
  let soFar = '';
  let done: Draft | null = null;
  const read = (block: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    if (field('event') === 'done') done = SmartDraft.parse(JSON.parse(field('data'))).response;
    if (field('event') !== 'delta') return;
    const piece = JSON.parse(field('data')) as { version: number; text: string };
    if (piece.version !== 0) return;
    soFar += piece.text;
    heard(soFar);
  };
  try {
    const response = await fetch(urlOf(route, address), {
      method: route.method,
      headers: { ...requestHeaders(), Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      credentials: 'include',
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || response.body === null) throw failureOf(response.status, await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const blocks = (text + chunk.value).split('\n\n');
      text = blocks.pop() ?? '';
      blocks.forEach(read);
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error;
    throw offlineError();
  }
  if (done === null) throw offlineError();
  return done;
}
