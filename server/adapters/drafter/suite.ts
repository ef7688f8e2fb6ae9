import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DraftTone } from '../../../contract/drafts.ts';
import type { Drafter, DraftRequest } from './port.ts';

export interface DrafterHarness {
  drafter: Drafter;
  stop?(): Promise<void>;
}

export const request: DraftRequest = {
  tone: 'casual',
  intent: null,
  instructions: null,
  text: null,
  conversation: null,
  senderFirstName: 'Dana',
  companyName: 'Harbor Health',
  calendarLink: null,
  maxLength: 306,
  version: 0,
};

export const conversation = (...bodies: string[]): DraftRequest['conversation'] => ({
  messages: bodies.map((body) => ({ from: 'candidate' as const, body })),
  candidateFirstName: 'Ana',
  jobTitle: 'Nurse',
  interview: null,
});

async function piecesOf(
  drafter: Drafter,
  over: Partial<DraftRequest>,
  signal: AbortSignal,
): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of drafter.draft({ ...request, ...over }, signal)) pieces.push(piece);
  return pieces;
}

export async function drafted(
  drafter: Drafter,
  over: Partial<DraftRequest>,
  signal = new AbortController().signal,
): Promise<string> {
  return (await piecesOf(drafter, over, signal)).join('');
}

/** What every drafter has to do. */
export function drafterSuite(makeHarness: () => Promise<DrafterHarness>): void {
  let harness: DrafterHarness;
  beforeEach(async () => {
    harness = await makeHarness();
  });
  afterEach(() => harness.stop?.());

  describe('every drafter', () => {
    it.each(DraftTone.options)('drafts from instructions, from a text and as an answer: %s', async (tone) => {
      const { drafter } = harness;
      for (const over of [
        { instructions: 'Ask if Tuesday at 3 PM works' },
        { text: 'Hi {{candidate.firstName|there}}, can you call me?' },
        { conversation: conversation('What are the hours?') },
      ])
        expect((await drafted(drafter, { ...over, tone })).trim()).not.toBe('');
    });

    it('comes in pieces', async () => {
      const { signal } = new AbortController();
      const pieces = await piecesOf(harness.drafter, { instructions: 'Ask if Tuesday works' }, signal);
      expect(pieces.length).toBeGreaterThan(1);
    });

    it('ends when it is canceled', async () => {
      const cancel = new AbortController();
      let pieces = 0;
      for await (const _ of harness.drafter.draft(
        { ...request, instructions: 'Ask if Tuesday works' },
        cancel.signal,
      )) {
        pieces += 1;
        cancel.abort();
      }
      expect(pieces).toBeLessThanOrEqual(2);
    });
  });
}
