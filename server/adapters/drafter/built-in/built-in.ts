import { type Drafter, DrafterUnavailable, type DraftRequest } from '../port.ts';
import { answerTo } from './answer.ts';
import { fromInstructions } from './instructions.ts';
import { rewrite } from './rewrite.ts';
import { shorten, withinLength } from './sentences.ts';

/**
 * No language model: it knows the usual occasions of recruiting by their words, and each in three tones. What it doesn't
 * know it words as it was given. It needs no network and makes nothing up.
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

const SIGNS =
  /\b(?:hola|gracias|cuando|cu[aá]ndo|donde|d[oó]nde|qu[eé]|puedo|puede|trabajo|entrevista|si|s[ií]|ma[nñ]ana|lunes|martes|mi[eé]rcoles|jueves|viernes|buenos|buenas|d[ií]as|tardes|estoy|tengo|para|pero|como|cu[aá]nto|paga|horario|llegar|disculpe|perd[oó]n|claro|perfecto)\b/gi;

/** Two words of the language, or half of a short text. */
function isSpanish(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const signs = text.match(SIGNS)?.length ?? 0;
  return (
    /[¿¡]/.test(text) || signs >= 2 || (words > 0 && words <= 3 && signs * 2 >= words && !/^si\b/.test(text))
  );
}
