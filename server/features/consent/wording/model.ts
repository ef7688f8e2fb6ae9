import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf, namedFeatures, WEIGHTS } from './features.ts';

/*
 * How much a text reads like "stop texting me": the sum of what its words weigh. `train.ts` makes the weights from the labeled
 * replies; a person's later clicks never change them.
 */

/** The weights as bytes, and what a byte is worth. */
export interface Model {
  weights: Int8Array;
  scale: number;
}

export const modelFile = join(import.meta.dirname, 'weights.bin');

let loaded: Model | undefined;

/** Read at the first text: a node that reads none doesn't need it. */
function model(): Model {
  loaded ??= parseModel(readFileSync(modelFile));
  return loaded;
}

/** Four bytes for the scale, and a byte for each weight. */
export function parseModel(bytes: Buffer): Model {
  if (bytes.length !== 4 + WEIGHTS) throw new Error('The weights of the model are of another size.');
  return { scale: bytes.readFloatLE(0), weights: new Int8Array(bytes.buffer, bytes.byteOffset + 4, WEIGHTS) };
}

/** Above 0: rather a refusal. That of the whole text or of the sentence that says it plainest. */
export function refusalScore(body: string, { weights, scale }: Model = model()): number {
  const scores = featuresOf(body).map((features) => {
    let sum = 0;
    for (const feature of features) sum += weights[feature] ?? 0;
    return (sum * scale) / Math.sqrt(features.length);
  });
  return Math.max(...scores);
}

const MOST_NAMED = 5;

/** The words and runs of words that spoke most for a refusal, the weightiest first. */
export function weightiestWords(body: string): string[] {
  const { weights } = model();
  const found = new Map<string, number>();
  for (const part of namedFeatures(body))
    for (const [feature, words] of part) {
      const weight = weights[feature] ?? 0;
      const said = words.replace(/[\^$()]/g, '').trim();
      if (weight > 0 && said.length > 1) found.set(said, Math.max(weight, found.get(said) ?? 0));
    }
  return [...found]
    .sort(([, a], [, b]) => b - a)
    .map(([words]) => words)
    .filter(
      (words, at, all) =>
        !all.slice(0, at).some((earlier) => earlier.includes(words) || words.includes(earlier)),
    )
    .slice(0, MOST_NAMED);
}
