import { describe, expect, it } from 'vitest';
import { linkStatusAfter, mayImpersonate, mayResetSecondStep, requireLinkStatusAfter } from './rules.ts';

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
  [{ isService: false, isFormerMember: false, isStaff: false, deletesAt: null }, true],
  [{ isService: true, isFormerMember: false, isStaff: false, deletesAt: null }, false],
  [{ isService: false, isFormerMember: true, isStaff: false, deletesAt: null }, false],
  [{ isService: false, isFormerMember: false, isStaff: true, deletesAt: null }, false],
  [{ isService: false, isFormerMember: false, isStaff: false, deletesAt: new Date() }, false],
])('who can be impersonated: %o %s', (person, may) => {
  expect(mayImpersonate(person)).toBe(may);
  expect(mayResetSecondStep({ ...person, mfaEnabled: true })).toBe(may);
  expect(mayResetSecondStep({ ...person, mfaEnabled: false })).toBe(false);
});
