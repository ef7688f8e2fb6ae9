import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../api/api.ts';
import { putAnswer } from '../api/cache.ts';
import { accountQuery } from './me.ts';

/** How a setting of the company is saved, for `useSave` and `useToggle`. */
export const savingAccount = {
  save: (body: BodyInput<typeof routes.updateAccount>) => call(routes.updateAccount, { body }),
  keep: (queryClient: QueryClient, changed: Account) =>
    putAnswer(queryClient, accountQuery().queryKey, changed),
  done: 'Company updated',
};
