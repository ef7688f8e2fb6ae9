import { describe, expect, it } from 'vitest';
import {
  linkStatusAfter,
  mayImpersonate,
  mayResetSecondStep,
  requireLinkStatusAfter,
  withoutPersonalData,
} from './rules.ts';

const number = { carrierNumberId: 'PN1', quarantinedUntil: null, releasedAt: null };

describe('a number', () => {
  it.each([
    ['linking', 'approve', 'linked'],
    ['linking', 'reject', 'rejected'],
    ['linking', 'reopen', null],
    ['rejected', 'reopen', 'linking'],
    ['rejected', 'approve', null],
    ['rejected', 'reject', null],
    ['linked', 'approve', null],
    ['linked', 'reject', null],
    ['linked', 'reopen', null],
  ] as const)('that is %s: %s makes it %s', (linkStatus, decision, after) => {
    expect(linkStatusAfter({ ...number, linkStatus }, decision)).toBe(after);
    const require = () => requireLinkStatusAfter({ ...number, linkStatus }, decision);
    if (after === null) expect(require).toThrow(expect.objectContaining({ code: 'link_settled' }));
    else expect(require()).toBe(after);
  });

  it('in quarantine or given back stays as it is', () => {
    const at = new Date();
    for (const gone of [{ quarantinedUntil: at }, { quarantinedUntil: at, releasedAt: at }])
      expect(linkStatusAfter({ ...number, ...gone, linkStatus: 'rejected' }, 'reopen')).toBeNull();
  });

  it('is approved only once the carrier knows it', () => {
    const unknown = { ...number, carrierNumberId: null, linkStatus: 'linking' } as const;
    expect(() => requireLinkStatusAfter(unknown, 'approve')).toThrow(
      expect.objectContaining({ code: 'number_not_ours' }),
    );
    expect(requireLinkStatusAfter(unknown, 'reject')).toBe('rejected');
  });
});

it.each([
  [{ isFormerMember: false, isStaff: false, deletesAt: null }, true],
  [{ isFormerMember: true, isStaff: false, deletesAt: null }, false],
  [{ isFormerMember: false, isStaff: true, deletesAt: null }, false],
  [{ isFormerMember: false, isStaff: false, deletesAt: new Date() }, false],
])('who can be impersonated: %o %s', (person, may) => {
  expect(mayImpersonate(person)).toBe(may);
  expect(mayResetSecondStep({ ...person, mfaEnabled: true })).toBe(may);
  expect(mayResetSecondStep({ ...person, mfaEnabled: false })).toBe(false);
});

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
