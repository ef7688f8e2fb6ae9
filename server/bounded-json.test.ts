import { expect, it } from 'vitest';
import { parseBoundedJson, requireBounded, TooComplex } from './bounded-json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it.each([
  'null',
  '{"a":[1,"b",{"c":null}]}',
  nested(32),
  `[${'0,'.repeat(3900)}0]`,
  JSON.stringify('['.repeat(100)),
  JSON.stringify(`${','.repeat(20_000)}\\"`),
  JSON.stringify({ '"[[[[': '\\\\' }),
])('reads what JSON.parse reads: %.40s', (text) => {
  expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
});

it.each([nested(33), '['.repeat(500_000), '{"a":'.repeat(33), `[${'0,'.repeat(4001)}0]`, '[],'.repeat(2001)])(
  'refuses what would take long: %.40s',
  (text) => expect(() => requireBounded(text)).toThrow(TooComplex),
);

it.each(['', '"', '"a\\', '{', '[1,]', 'nul'])('what is no JSON is none: %s', (text) => {
  expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
});
