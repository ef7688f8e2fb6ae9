import { expect, it } from 'vitest';
import { missingOf, type Restriction, type Who } from './access.ts';

const admin: Who = {
  isStaff: false,
  userType: 'admin',
  accountType: 'team',
  planType: 'monthly',
  seatRole: 'recruiter',
  seatType: 'texter',
};
const recruiter: Who = { ...admin, userType: 'member' };
const hiringManager: Who = { ...recruiter, seatRole: 'hiringManager' };
const withoutSeat: Who = { ...recruiter, seatRole: null, seatType: 'nonTexter' };
const alone: Who = { ...admin, accountType: 'personal' };

it.each<[string, Restriction, Who, ReturnType<typeof missingOf>]>([
  ['nothing asked', {}, withoutSeat, null],
  ['staff', { staffOnly: true }, admin, 'staff'],
  ['staff', { staffOnly: true }, { ...withoutSeat, isStaff: true }, null],
  ['staff pass nowhere else', { userType: 'admin' }, { ...recruiter, isStaff: true }, 'admin'],
  ['admins', { userType: 'admin' }, recruiter, 'admin'],
  ['admins', { userType: 'admin' }, admin, null],
  ['recruiters', { seatRole: 'recruiter' }, recruiter, null],
  ['recruiters', { seatRole: 'recruiter' }, hiringManager, 'recruiterSeat'],
  ['recruiters', { seatRole: 'recruiter' }, withoutSeat, 'recruiterSeat'],
  ['recruiters: admins pass', { seatRole: 'recruiter' }, { ...admin, seatRole: 'hiringManager' }, null],
  ['recruiters: admins pass', { seatRole: 'recruiter' }, { ...admin, seatRole: null }, null],
  ['teams', { accountType: 'team' }, alone, 'teamAccount'],
  ['teams: members are turned away', { accountType: 'team' }, recruiter, 'admin'],
  ['teams: members allowed', { accountType: 'team', membersAllowed: true }, recruiter, null],
  ['without a number', { seatType: 'nonTexter' }, admin, 'nonTexterSeat'],
  ['without a number', { seatType: 'nonTexter' }, withoutSeat, null],
  ['plans', { plans: ['annual'] }, admin, 'plan'],
  ['plans', { plans: ['monthly', 'annual'] }, admin, null],
  ['plans: admins do not pass', { plans: ['monthly'] }, { ...admin, planType: 'free' }, 'plan'],
  ['a plan is no way in for members', { userType: 'admin', plans: ['annual'] }, recruiter, 'admin'],
  ['a number is not asked for twice', { seatType: 'nonTexter', plans: ['annual'] }, admin, 'nonTexterSeat'],
])('%s', (_, asked, who, missing) => {
  expect(missingOf(asked, who)).toBe(missing);
});
