import { describe, expect, it } from 'vitest';
import { requireUncommon } from './common-passwords.ts';

const maria = ['maria.santos@harborview.example', 'Maria', 'Santos'];

describe('a password', () => {
  it.each([
    'qwertyuiop',
    'QwertyUiop',
    'Password1234',
    '!!Summer2026',
    'Hiretext2026',
    'hiretext hiretext',
    'maria.santos1',
    'MariaSantos2026',
    'Harborview-1!',
  ])('like %s is refused', async (password) => {
    await expect(requireUncommon(password, maria)).rejects.toMatchObject({
      details: { fields: { password: ['This password is too easy to guess. Choose another one.'] } },
    });
  });

  it.each([
    'correct horse battery',
    '8675302941',
    '!?!?%%&&$$##',
    'maria likes green tea',
    'harborview is a nice town',
    'a pass by the summer sea',
  ])('like %s is fine', async (password) => {
    await expect(requireUncommon(password, maria)).resolves.toBeUndefined();
  });
});
