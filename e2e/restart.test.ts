import { freePort } from '../server/testing/free-port.ts';
import { phoneOf } from './carrier.ts';
import { composer, row, status, text, writeText } from './inbox.ts';
import { enter, expect, test as journey } from './journey.ts';
import { makeRecruiter } from './people.ts';
import { createServer, makeDataDir, type Server } from './server.ts';

/** A server of its own, because it is stopped while somebody looks at it. */
const test = journey.extend<{ server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern
  server: async ({}, use) => {
    const { dataDir, remove } = makeDataDir();
    const server = createServer({ port: await freePort(), dataDir });
    try {
      await server.start();
      await use(server);
    } finally {
      await server.stop();
      remove();
    }
  },
  address: async ({ server }, use) => {
    await use(server.address);
  },
  baseURL: async ({ server }, use) => {
    await use(server.address);
  },
});

test('a server that restarts is waited for, and nothing is lost or shown twice', async ({ page, server }) => {
  const recruiter = await makeRecruiter(server.address);
  const candidate = phoneOf(server.address, '+12125550156', recruiter.number);
  await candidate.text('Before the break');
  await enter(page, recruiter.session, '/dashboard/messages');
  await row(page, candidate.formatted).click();
  await writeText(page, candidate.formatted, 'Answered before it');
  await expect(status(page, 'Delivered')).toBeVisible();

  await server.stop();
  const reconnecting = page.getByText('Reconnecting…');
  await expect(reconnecting).toBeVisible();
  await writeText(page, candidate.formatted, 'Written during it');
  await expect(page.getByText("Hiretext can't be reached.").first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

  await server.start();
  await candidate.text('After the break');
  await expect(reconnecting).toBeHidden();
  await expect(text(page, 'After the break')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(status(page, 'Delivered').last()).toBeVisible();
  await expect(composer(page, candidate.formatted)).toHaveValue('');
  const all = ['Before the break', 'Answered before it', 'Written during it', 'After the break'];
  for (const body of all) await expect(text(page, body)).toHaveCount(1);
  await expect.poll(candidate.received).toEqual(['Answered before it', 'Written during it']);
  for (const body of all) await expect(text(page, body)).toHaveCount(1);
});
