import fc from 'fast-check';
import type { RawReader } from '../server/testing/raw-readers.ts';

/* Nonsense for everything that reads outside input. It must be read or refused, and soon. */

const LONGEST = 20_000;
const MOST_MS = 500;

/** A sample with parts removed, doubled, moved or replaced, sometimes many times. */
function mutated(samples: readonly string[]): fc.Arbitrary<string> {
  const spot = fc.double({ min: 0, max: 1, noNaN: true });
  const junk = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom(...samples));
  const change = fc.record({
    from: spot,
    length: spot,
    put: fc.oneof(junk, fc.constant('')),
    times: fc.oneof({ weight: 9, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(5000) }),
  });
  return fc.tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 6 })).map(([sample, changes]) =>
    changes.reduce((text, { from, length, put, times }) => {
      const start = Math.floor(from * text.length);
      const end = start + Math.floor(length ** 3 * (text.length - start));
      const piece = (put || text.slice(start, end)).slice(0, 200);
      const middle = piece.repeat(Math.min(times, Math.floor(LONGEST / Math.max(1, piece.length))));
      return (text.slice(0, start) + middle + text.slice(end)).slice(0, LONGEST);
    }, sample),
  );
}

/** Throws the smallest failing input. */
export async function fuzzReader(reader: RawReader, parameters: fc.Parameters<[string]>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(mutated(reader.samples), async (text) => {
      const input = text.slice(0, reader.most);
      const before = process.cpuUsage();
      try {
        await reader.read(input);
      } catch (error) {
        if (reader.refuses?.(error) !== true) throw error;
      }
      const { user } = process.cpuUsage(before);
      if (user / 1000 > MOST_MS) throw new Error(`It took ${user / 1000} ms`);
    }),
    parameters,
  );
}
