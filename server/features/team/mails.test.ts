import { expect, it } from 'vitest';
import { invitationMail, welcomeBackMail } from './mails.ts';

const names = { companyName: 'Pay at https://evil.example/a', inviterName: 'www.evil.com' };

it.each([
  ['an invitation', invitationMail({ ...names, firstName: 'evil.com', url: 'https://hiretext.test/join' })],
  ['of a seat again', welcomeBackMail({ publicUrl: 'https://hiretext.test' }, names)],
])('%s has nothing of what members typed to click', (_, { text, html }) => {
  for (const words of [text, html]) expect(words).not.toMatch(/evil\.(com|example)|https:\/\/evil/);
});
