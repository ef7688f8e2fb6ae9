import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findSeat, removeSeats, updateSeat } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it('a seat is changed in its own account only, and not after it is removed', async () => {
  const [ana, eve] = [await app.signUp(), await app.signUp()];
  const { db, clock } = app.deps;
  const seatType = async () => (await findSeat(db, ana.accountId, ana.seatId))?.seatType;
  expect(await updateSeat(db, eve.accountId, ana.seatId, { seatType: 'nonTexter' })).toBe(false);
  expect(await seatType()).toBe('texter');
  expect(await updateSeat(db, ana.accountId, ana.seatId, { seatType: 'nonTexter' })).toBe(true);
  expect(await seatType()).toBe('nonTexter');
  await db
    .updateTable('seats')
    .set({ user_id: null, status: 'available' })
    .where('id', '=', ana.seatId)
    .execute();
  await removeSeats(db, ana.accountId, [ana.seatId], clock());
  expect(await updateSeat(db, ana.accountId, ana.seatId, { seatType: 'texter' })).toBe(false);
});
