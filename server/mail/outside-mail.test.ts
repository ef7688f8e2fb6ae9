import { expect, it } from 'vitest';
import { outsideWords } from './outside-mail.ts';

it.each([
  ['Phone screen, 3.5 years', 'Phone screen, 3.5 years'],
  ['Log in at https://evil.example/a?b', 'Log in at https: //evil. example/a?b'],
  ['evil.com www.evil。com', 'evil. com www. evil。 com'],
  ['Pay\u200bPal\u202e\r\nBcc: eve', 'PayPal Bcc: eve'],
  ['x'.repeat(200), `${'x'.repeat(120)}…`],
  ['😀'.repeat(121), `${'😀'.repeat(120)}…`],
])('%j is written %j to a stranger', (given, expected) => {
  expect(outsideWords(given)).toBe(expected);
});
