import sharp from 'sharp';
import { expectAccessible } from './expect-accessible.ts';
import { enter, expect, signIn, test } from './journey.ts';
import { linkIn, mailsTo } from './mails.ts';

test('a picture of oneself is cut out, shown, and removed', async ({ page, recruiter }) => {
  const photo = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#2f6fb0' } })
    .jpeg()
    .toBuffer();
  await enter(page, recruiter.session, '/dashboard/account');
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
  await expect(page.getByText("We can't open this picture.")).toBeVisible();

  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo });
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  const save = dialog.getByRole('button', { name: 'Save picture' });
  await expect(save).toBeEnabled();
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await expectAccessible(page, 'cutting out a picture');
  await save.click();
  await expect(page.getByText('Picture updated')).toBeVisible();
  const pictures = page.locator('img[src*="/avatars/"]');
  // In the profile, on the contact card, and beside the name in the sidebar.
  await expect(pictures).toHaveCount(3);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(256);
  await page.reload();
  await expect(pictures).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Picture removed')).toBeVisible();
  await expect(pictures).toHaveCount(0);
});

test('a text that arrives out of sight is shown by the browser, once that is wanted', async ({
  page,
  recruiter,
  phone,
}) => {
  // A page of a test is never out of sight, and a browser without a screen refuses notifications whatever it is allowed.
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    class Shown {
      static permission = 'default';
      static async requestPermission() {
        Shown.permission = 'granted';
        return Shown.permission;
      }
      constructor(title: string, { body }: NotificationOptions) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Shown });
  });
  const shown = () => page.evaluate(() => Reflect.get(window, 'shown'));
  await enter(page, recruiter.session, '/dashboard/account/notifications');
  const theSwitch = (name: string) => page.getByRole('switch', { name });
  const ana = phone('+14155550171');
  await theSwitch('Notify me in this browser').click({ force: true });
  await expect(theSwitch('Notify me in this browser')).toBeChecked();
  await ana.text('Is the job still open?');
  await expect.poll(shown).toEqual(['(415) 555-0171: Is the job still open?']);

  await theSwitch('Hide what candidates write').click({ force: true });
  await expect(theSwitch('Hide what candidates write')).toBeChecked();
  await ana.text('My number at home is 555-0100');
  await expect.poll(shown).toContain('(415) 555-0171: New text');
  await expectAccessible(page, 'account');
});

test('an account is deleted, and taken back by signing in and by the link of the mail', async ({
  page,
  address,
  recruiter,
}) => {
  await signIn(page, recruiter);
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await expect(dialog).toContainText(recruiter.numberFormatted);
    await expectAccessible(page, 'deleting the account');
    await dialog.getByLabel('Your password').fill(recruiter.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(/^Your account will be deleted on/)).toBeVisible();
  };
  await remove();
  await page.getByLabel('Email').fill(recruiter.email);
  await page.getByLabel('Password', { exact: true }).fill(recruiter.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account is about to be deleted' })).toBeVisible();
  await expect(page).toHaveURL(/\/keep-account$/);
  await expectAccessible(page, 'keeping the account');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();

  await remove();
  const asked = async () =>
    (await mailsTo(address, recruiter.email)).filter(({ subject }) => /will be deleted on/.test(subject));
  await expect.poll(async () => (await asked()).length).toBe(2);
  const mail = (await asked()).at(-1);
  await page.goto(mail === undefined ? '' : linkIn(mail));
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account stays' })).toBeVisible();
  await signIn(page, recruiter);
});
