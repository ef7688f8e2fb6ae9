/* How the work of reading grows with what is read. */

const SIZE = 16_000;
const TIMES_SMALLER = 8;
/** Less is fast whatever it grows like. */
const FAST_MS = 15;
/** Linear work grows eightfold, quadratic work 64 times. */
const MOST_TIMES = 24;
const TRIES = 3;

const TAILS = ['', '\u0001'];
const CHARACTERS = [...' a1A.-_,;:@/\\"\'()[]{}<>&=#|+*\n\r\t\u00e9\u0301\u200d\u{1f44d}“」।'];
const WORDS = [
  '{{',
  '}}',
  '<a',
  '</',
  '<!--',
  '&amp;',
  '1 ',
  'a@',
  '"a',
  'a.',
  '\n ',
  '\r\n',
  'stop ',
  'ha',
  '%2',
  'a=&',
  '[{"a":',
];

/** Makes inputs of any length that repeat what trips over repetition: of the samples whole and in parts, and of anything. */
export function pumps(samples: readonly string[]): ((size: number) => string)[] {
  const repeat = (start: string, unit: string, end: string) => (size: number) =>
    start + unit.repeat(Math.max(0, Math.ceil((size - start.length - end.length) / unit.length))) + end;
  const units = [...CHARACTERS, ...WORDS];
  return [
    ...units.flatMap((unit) => TAILS.map((end) => repeat('', unit, end))),
    ...samples.flatMap((sample) => {
      const middle = Math.floor(sample.length / 2);
      const [before, after] = [sample.slice(0, middle), sample.slice(middle)];
      const own = [...new Set(sample.match(/\w+\W+|\W+\w+/g))];
      return [
        repeat('', sample, ''),
        repeat('', before, ''),
        repeat('', after, sample),
        ...own.slice(0, 24).map((unit) => repeat('', unit, '')),
        ...units.slice(0, 24).map((unit) => repeat(before, unit, after)),
      ];
    }),
  ];
}

/** CPU and not time: others run beside us. */
async function costOf(read: (input: string) => unknown, input: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read(input);
  } catch {
    // How it refuses is asked elsewhere.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The first input with which it grows faster than what it reads; none, if all is well. */
export async function fastGrowing(
  read: (input: string) => unknown,
  makers: ((size: number) => string)[],
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const size = Math.min(SIZE, most);
  const best = async (input: string) => {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && least > FAST_MS / TIMES_SMALLER; tries += 1)
      least = Math.min(least, await costOf(read, input));
    return least;
  };
  for (const make of makers) {
    const input = make(size).slice(0, size);
    if ((await costOf(read, input)) < FAST_MS || (await best(input)) < FAST_MS) continue;
    const large = await best(input);
    const small = await best(make(size / TIMES_SMALLER));
    if (large > MOST_TIMES * Math.max(small, 0.5))
      return [`${JSON.stringify(input.slice(0, 60))}: ${small} to ${large} ms`];
  }
  return [];
}
