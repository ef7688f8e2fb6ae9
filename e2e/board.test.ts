import type { CDPSession, Page } from '@playwright/test';
import * as routes from '../contract/routes.ts';
import { call } from './api.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enter, expect, test } from './journey.ts';
import type { Recruiter } from './people.ts';

/** A job with two candidates in its first stage, and its board opened. */
async function openBoard(page: Page, address: string, { session }: Recruiter): Promise<void> {
  const { token } = session;
  const job = await call(address, routes.createJob, { token, body: { name: 'Line cook' } });
  for (const [firstName, phoneNumber] of [
    ['Noor', '+12125550191'],
    ['Eva', '+12125550192'],
  ] as const) {
    const body = { firstName, lastName: 'Haddad', phoneNumber };
    const candidate = await call(address, routes.createCandidate, { token, body });
    await call(address, routes.createApplication, {
      token,
      body: { candidateId: candidate.id, jobId: job.id },
    });
  }
  await enter(page, session, `/dashboard/jobs/${job.id}`);
  await expect(cards(page, 'Lead')).toHaveCount(2);
}

const column = (page: Page, stage: string) => page.getByRole('region', { name: stage });
const cards = (page: Page, stage: string) => column(page, stage).getByRole('listitem');

type Point = { x: number; y: number };

/** In the middle of the lower edge of a card, away from its name. */
async function gripOf(page: Page, name: string): Promise<Point> {
  const box = await page.getByRole('listitem').filter({ hasText: name }).boundingBox();
  if (box === null) throw new Error('The card is not there');
  return { x: box.x + box.width / 2, y: box.y + box.height - 8 };
}

test('a card is dragged from anywhere, and opens with a click; Activity says who moved where', async ({
  page,
  address,
  recruiter,
}) => {
  await openBoard(page, address, recruiter);
  await expectAccessible(page, 'board');
  const saved = page.waitForResponse(/\/moveStage$/);
  const { x, y } = await gripOf(page, 'Noor');
  const target = await column(page, 'Applied').boundingBox();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((target?.x ?? 0) + 100, y, { steps: 5 });
  await page.mouse.up();
  await expect(cards(page, 'Applied')).toHaveText([/^Noor Haddad/]);
  await expect(page).toHaveURL(/\/jobs\//);
  await saved;

  await page.goto('/dashboard/account/activity');
  await expect(page.getByText('moved Noor Haddad from Lead to Applied in Line cook')).toBeVisible();
  await page.goBack();
  await expect(cards(page, 'Applied')).toHaveCount(1);
  const grip = await gripOf(page, 'Noor');
  await page.mouse.click(grip.x, grip.y);
  await expect(page).toHaveURL(/\/messages\//);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 500 }, hasTouch: true, isMobile: true });

  const touch = (cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });

  const rightOf = ({ x, y }: Point, by: number): Point => ({ x: x + by, y });

  test('a finger drags a card once it has rested on it', async ({ page, address, recruiter, context }) => {
    await openBoard(page, address, recruiter);
    const cdp = await context.newCDPSession(page);
    const start = await gripOf(page, 'Noor');
    await touch(cdp, 'touchStart', start);
    // What is dragged shows beside the finger.
    await expect(page.getByText('Noor Haddad', { exact: true })).toHaveCount(2);
    await touch(cdp, 'touchMove', rightOf(start, 100));
    await touch(cdp, 'touchMove', rightOf(start, 150));
    await touch(cdp, 'touchEnd');
    await expect(cards(page, 'Applied')).toHaveText([/^Noor Haddad/]);
    await expect(page).toHaveURL(/\/jobs\//);
  });
});
