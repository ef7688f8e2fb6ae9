import { MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import { fitSeats } from '../seats/fit-seats.ts';
import { lockAccount, setPlan } from './store.ts';

export interface PlanChoice {
  accountType: 'personal' | 'team';
  planType: 'payg' | 'monthly' | 'annual';
  recruiters?: number | undefined;
}

/** Records the plan and gives the account its seats: one for a personal plan, one for each recruiter of a team. */
export function changePlan(
  db: Db,
  who: { accountId: string; userId: string },
  choice: PlanChoice,
  newId: () => string,
): Promise<void> {
  const total = choice.accountType === 'team' ? (choice.recruiters ?? MIN_TEAM_RECRUITERS) : 1;
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, who.accountId);
    await fitSeats(tx, who.accountId, { total, ownerId: who.userId, newId });
    await setPlan(tx, who.accountId, { type: choice.accountType, planType: choice.planType });
  });
}
