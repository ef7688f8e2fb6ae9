import { copyKeptKeys } from '../server/testing/copy-kept-keys.ts';
import { freePort } from '../server/testing/free-port.ts';
import { startThrowAwayPostgres } from '../server/testing/throw-away-postgres.ts';
import { test as base, expect } from './journey.ts';
import { makeNewcomer } from './people.ts';
import { createServer, makeDataDir, type Server } from './server.ts';

/** Two whole stacks, set up as docs/cells.md says. */
const test = base.extend<object, { cells: { east: Server; west: Server } }>({
  cells: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern
    async ({}, use) => {
      const stacks = [await makeStack(), await makeStack()] as const;
      const [east, west] = stacks.map(({ port }) => `http://127.0.0.1:${port}`);
      try {
        // Makes the tables, and keys that the first cell's replace.
        const alone = stacks[1].server({});
        await alone.start();
        await alone.stop();
        const servers = stacks.map(({ server }, index) =>
          server({ CELLS: `east=${east} west=${west}`, CELL: index === 0 ? 'east' : 'west' }),
        ) as [Server, Server];
        await servers[0].start();
        await copyKeptKeys(stacks[0].databaseUrl, stacks[1].databaseUrl);
        await servers[1].start();
        await use({ east: servers[0], west: servers[1] });
        for (const server of servers) await server.stop();
      } finally {
        for (const { remove } of stacks) await remove();
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

async function makeStack() {
  const { url: databaseUrl, stop } = await startThrowAwayPostgres();
  const { dataDir, remove } = makeDataDir();
  const port = await freePort();
  return {
    port,
    databaseUrl,
    server: (variables: Record<string, string>) =>
      createServer({
        port,
        dataDir,
        variables: {
          DATABASE_URL: databaseUrl,
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          SECRET_KEY: 'the same key in all cells, long enough',
          DEMO: '0',
          ...variables,
        },
      }),
    remove: async () => {
      await stop();
      remove();
    },
  };
}

test('someone who signs in at the wrong cell arrives at the right one', async ({ page, cells }) => {
  const { east, west } = cells;
  const robin = await makeNewcomer(west.address);
  await page.goto(`${east.address}/login`);
  await page.getByLabel('Email').fill(robin.email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The email or password is wrong.')).toBeVisible();

  await password.fill(robin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${west.address}/login`));
  await expect(page.getByText('Your account is at this address. Enter your password again.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(robin.email);
  await expect(password).toBeFocused();
  await password.fill(robin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${west.address}/(dashboard|plan)`));
});
