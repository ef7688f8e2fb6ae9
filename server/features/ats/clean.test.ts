import { expect, it } from 'vitest';
import { urlOf } from './clean.ts';

it.each<[string | null, boolean]>([
  ['https://meet.example/a?b=c', true],
  ['http://meet.example', true],
  [null, false],
  ['javascript:alert(1)', false],
  ['meet.example', false],
  // Turned around, or with what can't be seen, it shows another address than it opens.
  ['https://meet.example/\u202egnp.exe', false],
  ['https://meet\u200b.example/', false],
  ['https://meet.example/\u2066a\u2069', false],
])('%j may be a link: %s', (url, may) => {
  expect(urlOf(url)).toBe(may ? url : null);
});
