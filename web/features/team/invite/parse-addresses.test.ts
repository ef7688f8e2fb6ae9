import { expect, test } from 'vitest';
import { parseAddresses } from './parse-addresses.ts';

test.each([
  ['', []],
  [' \n , ;', []],
  ['ana@x.example', ['ana@x.example']],
  [
    'ana@x.example, bo@x.example;cy@x.example\ndi@x.example\ted@x.example',
    ['ana@x.example', 'bo@x.example', 'cy@x.example', 'di@x.example', 'ed@x.example'],
  ],
  ['ana@x.example bo@x.example', ['ana@x.example', 'bo@x.example']],
  ['Ana Lopez <ana@x.example>, "Bo, Jr" <bo@x.example>', ['ana@x.example', 'bo@x.example']],
  ['Lopez, Ana <ana@x.example>; Berg, Bo <bo@x.example>', ['ana@x.example', 'bo@x.example']],
  ['cy@x.example, Berg, Bo <bo@x.example>', ['cy@x.example', 'bo@x.example']],
  ['Ana Lopez ana@x.example', ['ana@x.example']],
  [
    'Name\tEmail\nAna Lopez\tana@x.example\tSales\nBo\tbo@x.example',
    ['Name', 'Email', 'ana@x.example', 'bo@x.example'],
  ],
  ['ana@x.example\tbo@x.example', ['ana@x.example', 'bo@x.example']],
  [
    "(ana@x.example), 'bo@x.example', mailto:cy@x.example, and di@x.example.",
    ['ana@x.example', 'bo@x.example', 'cy@x.example', 'di@x.example'],
  ],
  ['\ufeffana@x.example\u200b\u00a0bo@x.example', ['ana@x.example', 'bo@x.example']],
  ['Ana <mailto:ana@x.example>', ['ana@x.example']],
  ['ana@x.example\nANA@x.example', ['ANA@x.example']],
  ['ana at x', ['ana at x']],
  ['ana@x.example\nnot an address\r\nbo@x.example', ['ana@x.example', 'not an address', 'bo@x.example']],
])('%j', (text, addresses) => {
  expect(parseAddresses(text)).toEqual(addresses);
});

test('a list of 500 keeps its order', () => {
  const list = Array.from({ length: 500 }, (_, index) => `person${index}@x.example`);
  expect(parseAddresses(list.join('\n'))).toEqual(list);
});
