import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf, hash, WEIGHTS } from './features.ts';
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

type Purpose = 'training' | 'tuning' | 'heldOut';

/** Of these, a fifth chose the thresholds and a fifth measures. All others are learned. */
const SPLIT = ['in-english', 'in-ten-languages'];

const EPOCHS = 10;
const RATE = 0.5;
/** The sentences of a text count less than the text, and so do texts that are made of others. */
const SENTENCE_WEIGHT = 0.5;
const MADE_WEIGHT = 0.5;
/** Before, no sentence is known to say it plainest. */
const WHOLE_EPOCHS = 2;
const SEED = 1;
const BYTE = 127;

const folder = join(import.meta.dirname, 'replies');

/** The replies of the files with `refusals` or `ordinary` in their names: a line each, with line breaks as `\\n`. */
export function readReplies(purpose: Purpose): Reply[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .filter((line) => purposeOf(file, line) === purpose)
      .map((line) => ({ isRefusal: file.includes('refusals'), text: line.replaceAll('\\n', '\n') })),
  );
}

function purposeOf(file: string, line: string): Purpose {
  if (!SPLIT.some((set) => file.includes(set))) return 'training';
  return (
    (['training', 'training', 'training', 'tuning', 'heldOut'] as const)[hash(`split ${line}`) % 5] ??
    'training'
  );
}

/** What stands between two things that people say in one text. */
const BETWEEN = ['. ', '! ', '\n', ', ', '... ', ' - ', ' ', ' 🙏 '];
/** So many are made for each reply, of each way to make one. */
const MADE = 0.4;
const LONGEST_MADE = 90;

/**
 * More replies out of these: a refusal beside talk is one, talk beside talk is none, and a slip of the thumb changes neither.
 */
function madeOf(replies: Reply[], random: () => number): Reply[] {
  const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)] as T;
  const short = replies.filter(({ text }) => text.length < LONGEST_MADE);
  const refusals = short.filter(({ isRefusal }) => isRefusal);
  const ordinary = short.filter(({ isRefusal }) => !isRefusal);
  const made: Reply[] = [];
  for (let count = 0; count < replies.length * MADE; count += 1) {
    const [refusal, talk, more] = [pick(refusals), pick(ordinary), pick(ordinary)];
    const both = random() < 0.5 ? [refusal.text, talk.text] : [talk.text, refusal.text];
    made.push({ isRefusal: true, text: both.join(pick(BETWEEN)) });
    made.push({ isRefusal: false, text: talk.text + pick(BETWEEN) + more.text });
    for (const { isRefusal, text } of [refusal, talk]) made.push({ isRefusal, text: withSlip(text, random) });
  }
  return made;
}

/** With a letter of some longer word dropped, doubled or swapped. */
function withSlip(text: string, random: () => number): string {
  const words = [...text.matchAll(/[a-z]{5,}/gi)];
  const word = words[Math.floor(random() * words.length)];
  if (word === undefined) return text;
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 2));
  const [one = '', next = ''] = text.slice(at, at + 2);
  const slip = ['', one + one, next + one][Math.floor(random() * 3)] ?? '';
  return text.slice(0, at) + slip + text.slice(at + (slip === next + one ? 2 : 1));
}

export function train(replies: Reply[]): Model {
  const random = seeded(SEED);
  const readAs =
    (weight: number) =>
    ({ isRefusal, text }: Reply) => ({ isRefusal, weight, parts: featuresOf(text) });
  const data = [...replies.map(readAs(1)), ...madeOf(replies, random).map(readAs(MADE_WEIGHT))];
  const weights = new Float32Array(WEIGHTS);
  const squares = new Float32Array(WEIGHTS).fill(0.01);
  const scoreOf = (features: Uint32Array) => {
    let sum = 0;
    for (const feature of features) sum += weights[feature] ?? 0;
    return sum / Math.sqrt(features.length);
  };
  let rate = RATE;
  const learn = (features: Uint32Array | undefined, isRefusal: boolean, weight: number) => {
    if (features === undefined) return;
    const wrong = 1 / (1 + Math.exp(-scoreOf(features))) - (isRefusal ? 1 : 0);
    const gradient = (wrong * weight) / Math.sqrt(features.length);
    for (const feature of features) {
      const square = (squares[feature] ?? 0) + gradient * gradient;
      squares[feature] = square;
      weights[feature] = (weights[feature] ?? 0) - (rate * gradient) / Math.sqrt(square);
    }
  };
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    rate = RATE * (1 - epoch / EPOCHS);
    shuffle(data, random);
    for (const { isRefusal, parts, weight } of data) {
      const [whole, ...sentences] = parts;
      learn(whole, isRefusal, weight);
      if (!isRefusal) for (const sentence of sentences) learn(sentence, false, weight * SENTENCE_WEIGHT);
      else if (epoch >= WHOLE_EPOCHS) learn(plainest(sentences, scoreOf), true, weight * SENTENCE_WEIGHT);
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

const madeFromFile = join(import.meta.dirname, 'made-from.json');

/** What the weights were made from, as a hash: all replies, and a small model, which shows a change of the code. */
export function madeFrom(): { replies: string; smallModel: string } {
  const replies = readReplies('training');
  const hashed = (what: string | Buffer) => createHash('sha256').update(what).digest('hex');
  return {
    replies: hashed(JSON.stringify(replies)),
    smallModel: hashed(bytesOf(train(replies.filter((_, index) => index % 20 === 0)))),
  };
}

if (import.meta.main) {
  const model = train(readReplies('training'));
  writeFileSync(modelFile, bytesOf(model));
  writeFileSync(madeFromFile, `${JSON.stringify(madeFrom(), null, 2)}\n`);
  const tuning = readReplies('tuning');
  for (const flagged of [0.01, 0.02, 0.05, 0.08, 0.1]) {
    const { threshold, recall } = recallAt(tuning, model, flagged);
    console.log(
      `Above ${threshold.toFixed(2)}: ${(recall * 100).toFixed(1)} % of refusals, ${flagged * 100} % of others`,
    );
  }
}
