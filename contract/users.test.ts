import { describe, expect, it } from 'vitest';
import { updateCallForwardSettings, updateUser } from './users.ts';

const problemsOf = (
  body: unknown,
  route: typeof updateUser | typeof updateCallForwardSettings = updateUser,
) => {
  const parsed = route.body.safeParse(body);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
};

describe('a changed profile is refused in the words of the forms', () => {
  it.each<[unknown, Record<string, string>]>([
    [{ firstName: '' }, { firstName: 'The first name is required' }],
    [{ firstName: '   ' }, { firstName: 'The first name is required' }],
    [{ firstName: 5 }, { firstName: 'The first name is required' }],
    [{ lastName: '' }, { lastName: 'The last name is required' }],
    [{ lastName: 'x'.repeat(81) }, { lastName: 'The last name is too long' }],
    [
      { firstName: 'Ana\r\nBcc: eve@example.com' },
      { firstName: "The first name has characters that can't be seen. Remove them." },
    ],
    [{ phoneNumber: '4'.repeat(33) }, { phoneNumber: 'Must be a valid phone number' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'The timezone is invalid' }],
  ])('%j', (body, problems) => {
    expect(problemsOf(body)).toEqual(problems);
  });

  it('and accepted when it is valid, also in part', () => {
    for (const body of [
      {},
      { firstName: 'Ana', lastName: 'López', phoneNumber: '(415) 555-0142', timezone: 'America/New_York' },
      { phoneNumber: null, avatar: null, notifications: { mail: true } },
    ])
      expect(problemsOf(body)).toEqual({});
  });

  it('a picture is uploaded, never named by an address', () => {
    expect(problemsOf({ avatar: 'https://evil.example/me.svg' })).toHaveProperty('avatar');
  });
});

it('call forwarding takes a number as people write it, or none', () => {
  const problems = (body: unknown) => problemsOf(body, updateCallForwardSettings);
  expect(problems({ callForwardingEnabled: true, callForwardingNumber: '4'.repeat(33) })).toEqual({
    callForwardingNumber: 'Must be a valid phone number',
  });
  for (const callForwardingNumber of ['(206) 555-0142', '', null, undefined])
    expect(problems({ callForwardingEnabled: false, callForwardingNumber })).toEqual({});
});
