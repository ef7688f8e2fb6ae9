import { describe, expect, it } from 'vitest';
import { withoutPersonalData } from './without-personal-data.ts';

describe('an error is shown without what may be personal', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.0.1:5432', 'connect ECONNREFUSED (number):5432'],
    ['550 no such user <ana.lopez@example.com>', '550 no such user <(address)>'],
    ['The number +14155550123 is not valid', 'The number (number) is not valid'],
    ['The number (415) 555-0123 is not valid', 'The number (number) is not valid'],
    ['Unexpected token "Hi Ana" in JSON', 'Unexpected token “…” in JSON'],
    ["invalid input syntax for 'Ana Lopez'", 'invalid input syntax for “…”'],
    ["The carrier didn't answer, and couldn't be asked", "The carrier didn't answer, and couldn't be asked"],
    ['GET https://carrier.example/numbers/+14155550123 failed', 'GET (web address) failed'],
    ['No seat 01890000-0000-7000-8000-000000000000', 'No seat 01890000-0000-7000-8000-000000000000'],
    ['timeout after 400 ms\n    at send (file.ts:10:2)\n  for Ana', 'timeout after 400 ms'],
    [
      '[\n  {\n    "code": "invalid_type",\n    "message": "Ana is no number"\n  }\n]\n    at parse (zod.js:1:1)',
      '[ { “…”: “…”, “…”: “…” } ]',
    ],
    ['', ''],
  ])('%s', (error, shown) => {
    expect(withoutPersonalData(error)).toBe(shown);
  });

  it('and not endlessly', () => {
    expect(withoutPersonalData('no '.repeat(1000))).toHaveLength(300);
  });
});
