import { readFile } from 'node:fs/promises';
import { expectAccessible } from './expect-accessible.ts';
import { row } from './inbox.ts';
import { enter, expect, test } from './journey.ts';

test('a file becomes candidates, who get a broadcast and answer, and all of it is in the evidence', async ({
  page,
  recruiter,
  phone,
}) => {
  const [willing, leaving] = [phone('+12125550181'), phone('+12125550182')];
  const file = [
    'Name,Cell,ZIP',
    `Nora Quist,${willing.formatted},10001`,
    `Omar Reyes,${leaving.number},10001`,
    'No Number,555,',
  ].join('\n');
  await enter(page, recruiter.session, '/dashboard/candidates/import');
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('row')).toHaveCount(4);
  await expect(preview).toContainText("The phone number isn't valid");
  await page.getByRole('radio', { name: 'Yes, all of them' }).click();
  await page.getByRole('textbox', { name: 'How they agreed' }).fill('Sign-up sheet');
  await page.getByRole('textbox', { name: 'What they agreed to' }).fill('Text me about jobs.');
  await page.getByLabel('When').fill('2026-01-15');
  await expectAccessible(page, 'a file before it is imported', { inBothSchemes: true });
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  const imports = page.getByRole('list', { name: 'Imports' });
  await expect(imports).toContainText('2 candidates added, 1 refused');

  await imports.getByRole('link', { name: 'Text everyone in fair.csv' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hi {{candidate.firstName}}, nights?');
  await page.getByRole('button', { name: 'Continue with 2 candidates' }).click();
  await page.getByRole('button', { name: 'Send 2 texts' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 of 2 texts out' })).toBeVisible();
  await expect.poll(() => willing.received()).toEqual(['Hi Nora, nights?']);
  await willing.text('Yes, which ones?');
  await leaving.text('STOP');
  const outcomes = page.getByRole('navigation', { name: 'Outcomes' });
  await expect(outcomes.getByRole('link', { name: /Answered/ })).toContainText('1');
  await expect(outcomes.getByRole('link', { name: /Opted out/ })).toContainText('1');

  await page.getByRole('link', { name: 'Messages' }).click();
  await row(page, 'Omar Reyes').click();
  const panel = page.getByRole('complementary', { name: 'Candidate details' });
  await panel.getByRole('button', { name: 'Consent history' }).click();
  const history = panel.getByRole('list', { name: 'Consent history' });
  await expect(history).toContainText('Sign-up sheet');
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: /CSV/ }).click();
  const evidence = await readFile(await (await saved).path(), 'utf8');
  for (const what of ['Text me about jobs.', 'Hi Omar, nights?', 'STOP']) expect(evidence).toContain(what);
});
