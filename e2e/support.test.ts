import { enter, expect, test } from './journey.ts';
import { mailAbout } from './mails.ts';

test('someone asks for help and knows where the answer will come', async ({ page, address, recruiter }) => {
  await enter(page, recruiter.session, '/dashboard/account');
  await page.getByRole('button', { name: 'Support' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support' });
  await expect(dialog.getByText(`We'll reply to ${recruiter.email}.`)).toBeVisible();
  await dialog.getByLabel('Subject').fill(`Still activating ${recruiter.number}`);
  await dialog.getByLabel('Message').fill('It has said so since yesterday.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Message sent!')).toBeVisible();
  await expect(dialog).toBeHidden();
  const subject = `Support: Still activating ${recruiter.number}`;
  const mail = await mailAbout(address, 'support@hiretext.example', subject);
  expect(mail.text).toContain('It has said so since yesterday.');
  expect(mail).toHaveProperty('replyTo', recruiter.email);
});
