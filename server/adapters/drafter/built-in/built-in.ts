import { type Drafter, DrafterUnavailable, type DraftRequest } from '../port.ts';
import { answerTo } from './answer.ts';
import { fromInstructions } from './instructions.ts';
import { isSpanish } from './language.ts';
import { rewrite } from './rewrite.ts';
import { shorten, withinLength } from './sentences.ts';

/**
 * No language model: it knows the usual occasions of recruiting by their words, and each in three tones. What it doesn't
 * know it words as it was told. It needs no network and makes nothing up.
 */
export function createBuiltInDrafter(): Drafter {
  return {
    source: 'builtIn',
    async *draft(request, signal) {
      const text = withinLength(compose(request), request.maxLength);
      if (text === '') throw new DrafterUnavailable('There is nothing to draft from.');
      for (const piece of text.match(/\S+\s*/g) ?? []) {
        if (signal.aborted) return;
        yield piece;
      }
    },
  };
}

function compose(request: DraftRequest): string {
  const { text, instructions, conversation } = request;
  if (text) return rewrite(text, request);
  if (instructions) {
    const draft = fromInstructions(instructions, request);
    return /\bshort(?:er)?\b|\bbrief/i.test(instructions) ? shorten(draft) : draft;
  }
  const last = conversation?.messages.findLast(({ from }) => from === 'candidate')?.body ?? '';
  return conversation ? answerTo(last, { ...request, spanish: isSpanish(last) }) : '';
}
