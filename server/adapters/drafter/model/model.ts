import { randomBytes } from 'node:crypto';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, streamText, wrapLanguageModel } from 'ai';
import { type Drafter, DrafterUnavailable } from '../port.ts';
import { promptOf } from './prompt.ts';

/** A language model behind any server that speaks OpenAI's API (Ollama, vLLM, OpenAI), or Anthropic's. */
export interface ModelSettings {
  api: 'openai' | 'anthropic';
  baseUrl: string;
  /** None for a self-hosted server that needs none. */
  apiKey: string | undefined;
  model: string;
}

/** Its warnings would go to the console, past our log. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Of the whole draft. */
const TIME_LIMIT_MS = 20_000;
const MAX_OUTPUT_TOKENS = 800;
/** A text has 1,600 characters at most; a model that goes on and on is cut off. */
const MAX_OUTPUT_CHARACTERS = 8000;

/** Around what others wrote. No one who writes can know it. */
const randomFence = () => `data-${randomBytes(16).toString('base64url')}`;

export function createModelDrafter(
  settings: ModelSettings,
  { timeLimitMs = TIME_LIMIT_MS, newFence = randomFence } = {},
): Drafter {
  const { api, baseUrl: baseURL, apiKey } = settings;
  const provider =
    api === 'anthropic'
      ? createAnthropic({ baseURL, ...(apiKey ? { apiKey } : {}) })
      : createOpenAICompatible({ name: 'model', baseURL, ...(apiKey ? { apiKey } : {}) });
  const model = wrapLanguageModel({
    model: provider(settings.model),
    // Some models think aloud before they answer.
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
  return {
    source: 'model',
    intentFor: () => null,
    async *draft(request, signal) {
      const late = AbortSignal.timeout(timeLimitMs);
      const failures: unknown[] = [];
      const { textStream } = streamText({
        model,
        ...promptOf(request, newFence()),
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        temperature: request.version === 0 ? 0.4 : 0.9,
        // Someone is waiting, and the built-in drafter takes over.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, late]),
        onError: ({ error }) => {
          failures.push(error);
        },
      });
      let written = 0;
      try {
        for await (const piece of textStream) {
          written += piece.length;
          if (written > MAX_OUTPUT_CHARACTERS) throw new DrafterUnavailable('The model went on and on.');
          yield piece;
        }
      } catch (error) {
        failures.push(error);
      }
      if (signal.aborted) return;
      if (late.aborted) throw new DrafterUnavailable('The model took too long.');
      if (failures.length > 0) throw new DrafterUnavailable('The model failed.', { cause: failures[0] });
      if (written === 0) throw new DrafterUnavailable('The model answered nothing.');
    },
  };
}
