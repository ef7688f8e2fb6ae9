import sharp from 'sharp';
import { storePicture } from './carrier.ts';
import { composer, conversations, row, text, thread } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('who a candidate is stands beside the thread, and is changed there', async ({
  page,
  otherBrowser,
  address,
  recruiter,
  phone,
}) => {
  const candidate = phone('+12125550171');
  const png = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2f6fb0' } })
    .png()
    .toBuffer();
  await candidate.text('My certificate', [await storePicture(address, png)]);
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  const panel = page.getByRole('complementary', { name: 'Candidate details' });
  await expect(panel).toContainText('their time');

  await page.getByRole('button', { name: 'Add name' }).click();
  await expect(panel.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Rosa');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Delgado');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Rosa Delgado', level: 1 })).toBeVisible();
  await expect(row(page, 'Rosa Delgado')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Edit name' })).toBeFocused();

  await panel.getByLabel('New tag', { exact: true }).fill('Night nurse');
  await panel.getByLabel('New tag', { exact: true }).press('Enter');
  await expect(panel.getByRole('list', { name: 'Tags', exact: true })).toContainText('Night nurse');
  await page.getByLabel('Search conversations').fill('night');
  await expect(conversations(page).getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search conversations').fill('');

  // The same person at another computer, who looks at the same conversation.
  const other = await otherBrowser();
  await enter(other, recruiter.session, new URL(page.url()).pathname);
  const otherPanel = other.getByRole('complementary', { name: 'Candidate details' });
  await otherPanel.getByRole('button', { name: 'Edit email' }).click();
  await otherPanel.getByRole('textbox', { name: 'Email' }).fill('rosa@example.com');
  await otherPanel.getByRole('textbox', { name: 'Email' }).press('Enter');
  await expect(panel.getByRole('link', { name: 'rosa@example.com' })).toBeVisible();

  await panel.getByRole('button', { name: 'Consent history' }).click();
  await expect(panel).toContainText('Nothing on record for this number yet.');
  await candidate.text('STOP');
  await expect(panel).toContainText('Opted out of texts');
  const history = panel.getByRole('list', { name: 'Consent history' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(history).toContainText('STOP');
  await candidate.text('START');
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText('Opted back in');

  await panel.getByRole('button', { name: 'Pictures' }).click();
  await panel.getByRole('button', { name: /^Show picture received/ }).click();
  await expect(
    page.getByRole('dialog', { name: 'Picture' }).getByAltText(/^Received .*, larger$/),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: /^Show picture received/ })).toBeFocused();

  await page.keyboard.press('i');
  await expect(panel).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Rosa Delgado', level: 1 })).toBeVisible();
  await expect(panel).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('it is a sheet; a finger on a text shows its details', async ({ page, context, recruiter, phone }) => {
    const candidate = phone('+12125550172');
    await candidate.text('Is the job still open?');
    await enter(page, recruiter.session, '/dashboard/messages');
    await row(page, candidate.formatted).tap();
    await page.getByRole('button', { name: 'Candidate details' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Candidate details' });
    await expect(sheet).toContainText('their time');
    expect((await sheet.boundingBox())?.width).toBe(360);
    for (const button of await sheet.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height, await button.ariaSnapshot()).toBeGreaterThanOrEqual(40);
    }
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(sheet).toBeHidden();
    await expect(composer(page, candidate.formatted)).toBeVisible();

    const box = await text(page, 'Is the job still open?').boundingBox();
    const finger = await context.newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }],
    });
    const details = page.getByRole('dialog', { name: 'Text details' });
    await expect(details).toContainText(recruiter.numberFormatted);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(details.getByRole('button', { name: 'Copy text' })).toBeInViewport();
    await details.getByRole('button', { name: 'Close' }).tap();
    await expect(details).toBeHidden();
    await expect(thread(page)).toBeVisible();
  });
});
