import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf, WEIGHTS } from './features.ts';
import { type Model, modelFile, refusalScore } from './model.ts';

/*
 * node server/features/consent/wording/train.ts: makes `weights.bin` from the labeled replies, always the same, and says how well it
 * does on those that are set aside for choosing features and thresholds.
 *
 * Logistic regression with AdaGrad. Of a refusal of several sentences, the one that says it plainest learns with the whole.
 */

export interface Reply {
  isRefusal: boolean;
  text: string;
}

/** By writers who wrote none of the others. */
const TUNING = ['once-blind', 'second-measured'];

const EPOCHS = 25;
const RATE = 0.5;
/** The sentences of a text count less than the text. */
const SENTENCE_WEIGHT = 0.5;
/** Before, no sentence is known to say it plainest. */
const WHOLE_EPOCHS = 2;
const SEED = 1;
const BYTE = 127;

const folder = join(import.meta.dirname, 'replies');

/** The replies of the files with `refusals` or `ordinary` in their names: a line each, with line breaks as `\\n`. */
export function readReplies(purpose: 'training' | 'tuning'): Reply[] {
  return readdirSync(folder)
    .filter((file) => TUNING.some((set) => file.includes(set)) === (purpose === 'tuning'))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ isRefusal: file.includes('refusals'), text: line.replaceAll('\\n', '\n') })),
    );
}

export function train(replies: Reply[]): Model {
  const data = replies.map(({ isRefusal, text }) => ({ isRefusal, parts: featuresOf(text) }));
  const weights = new Float32Array(WEIGHTS);
  const squares = new Float32Array(WEIGHTS).fill(0.01);
  const scoreOf = (features: Uint32Array) => {
    let sum = 0;
    for (const feature of features) sum += weights[feature] ?? 0;
    return sum / Math.sqrt(features.length);
  };
  const learn = (features: Uint32Array | undefined, isRefusal: boolean, weight: number) => {
    if (features === undefined) return;
    const wrong = 1 / (1 + Math.exp(-scoreOf(features))) - (isRefusal ? 1 : 0);
    const gradient = (wrong * weight) / Math.sqrt(features.length);
    for (const feature of features) {
      const square = (squares[feature] ?? 0) + gradient * gradient;
      squares[feature] = square;
      weights[feature] = (weights[feature] ?? 0) - (RATE * gradient) / Math.sqrt(square);
    }
  };
  const random = seeded(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(data, random);
    for (const { isRefusal, parts } of data) {
      const [whole, ...sentences] = parts;
      learn(whole, isRefusal, 1);
      if (!isRefusal) for (const sentence of sentences) learn(sentence, false, SENTENCE_WEIGHT);
      else if (epoch >= WHOLE_EPOCHS) learn(plainest(sentences, scoreOf), true, SENTENCE_WEIGHT);
    }
  }
  return quantized(weights);
}

function plainest(sentences: Uint32Array[], scoreOf: (features: Uint32Array) => number) {
  return sentences.reduce<Uint32Array | undefined>(
    (best, each) => (best === undefined || scoreOf(each) > scoreOf(best) ? each : best),
    undefined,
  );
}

function quantized(weights: Float32Array): Model {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = Math.fround(largest / BYTE);
  return { scale, weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)) };
}

export function bytesOf({ scale, weights }: Model): Buffer {
  const head = Buffer.alloc(4);
  head.writeFloatLE(scale);
  return Buffer.concat([head, Buffer.from(weights.buffer)]);
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<T>(items: T[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
}

/** What part of the refusals is above the score at which so many of the ordinary replies are. */
export function recallAt(replies: Reply[], model: Model, flagged: number) {
  const scored = replies.map(({ isRefusal, text }) => ({ isRefusal, score: refusalScore(text, model) }));
  const ordinary = scored.filter(({ isRefusal }) => !isRefusal).map(({ score }) => score);
  const threshold = ordinary.toSorted((a, b) => b - a)[Math.floor(ordinary.length * flagged)] ?? 0;
  const refusals = scored.filter(({ isRefusal }) => isRefusal);
  return { threshold, recall: refusals.filter(({ score }) => score > threshold).length / refusals.length };
}

if (import.meta.main) {
  const model = train(readReplies('training'));
  writeFileSync(modelFile, bytesOf(model));
  const tuning = readReplies('tuning');
  for (const flagged of [0.01, 0.02, 0.05, 0.08, 0.1]) {
    const { threshold, recall } = recallAt(tuning, model, flagged);
    console.log(
      `Above ${threshold.toFixed(2)}: ${(recall * 100).toFixed(1)} % of refusals, ${flagged * 100} % of others`,
    );
  }
}
