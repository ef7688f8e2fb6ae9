import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { rest } from '../rest.ts';

const smart = rest({ base: 'https://api.smartrecruiters.com' });
export const { read, write } = smart;
export const { readPage, readAll } = smart.paged({
  list: 'content',
  envelope: { nextPageId: z.string().nullish() },
  cursor: 'pageId',
  next: ({ nextPageId }) => nextPageId || null,
});

const User = z.object({
  email: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
});
export type SmartUser = z.infer<typeof User>;

export function readUser(api: AtsApi, id: string): Promise<SmartUser> {
  const path = `/user-api/v201804/users/${encodeURIComponent(id)}`;
  return read(api, { what: 'read a user', right: 'users_read', path }, User);
}
