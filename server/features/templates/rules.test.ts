import { describe, expect, it } from 'vitest';
import type { TemplateType } from '../../../contract/templates.ts';
import { insertableTypes, isShared, listOf, mayEdit, mayRead, usageOf } from './rules.ts';

const person = (userType: 'admin' | 'member', seatRole: 'recruiter' | 'hiringManager' | null) => ({
  userId: 'me',
  userType,
  seatRole,
});
const people = {
  admin: person('admin', 'recruiter'),
  adminManager: person('admin', 'hiringManager'),
  recruiter: person('member', 'recruiter'),
  manager: person('member', 'hiringManager'),
  seatless: person('member', null),
};
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];
const everyone: Name[] = names;
const recruiters: Name[] = ['admin', 'adminManager', 'recruiter'];

describe('who may', () => {
  it.each<[string, TemplateType, string | null, Name[], Name[]]>([
    ['my template', 'template', 'me', everyone, recruiters],
    ["a colleague's", 'template', 'colleague', [], []],
    ['a team template', 'teamTemplate', null, everyone, ['admin', 'adminManager']],
    ['a hiring manager template', 'hiringManagerTemplate', null, everyone, recruiters],
    ['an onboarding template', 'onboardingTemplate', null, recruiters, recruiters],
  ])('read and edit %s', (_, templateType, ownerId, readers, editors) => {
    const list = { templateType, ownerId };
    expect(names.filter((name) => mayRead(people[name], list))).toEqual(readers);
    expect(names.filter((name) => mayEdit(people[name], list))).toEqual(editors);
  });

  it('insert which', () => {
    expect(insertableTypes(people.recruiter)).toEqual(['template', 'teamTemplate']);
    expect(insertableTypes(people.manager)).toEqual(['template', 'teamTemplate', 'hiringManagerTemplate']);
  });

  it('own templates have an owner, and only they stay out of the log', () => {
    expect(listOf(people.recruiter, 'template')).toEqual({ templateType: 'template', ownerId: 'me' });
    expect(listOf(people.recruiter, 'teamTemplate')).toEqual({ templateType: 'teamTemplate', ownerId: null });
    expect(isShared({ templateType: 'template' })).toBe(false);
    expect(isShared({ templateType: 'onboardingTemplate' })).toBe(true);
  });
});

it.each([
  [0, 0, null],
  [19, 19, null],
  [20, 0, 0],
  [20, 5, 0.25],
  [20, 20, 1],
])('%i sent, %i answered: %j', (sent, answered, replyRate) => {
  expect(usageOf({ sent, answered })).toEqual({ sent, answered, replyRate });
});
