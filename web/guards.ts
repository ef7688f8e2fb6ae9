import { redirect } from '@tanstack/react-router';
import type { Queries } from './lib/queries.ts';
import { rememberedEmail } from './lib/remembered-email.ts';
import { endSession, sessionToken } from './lib/session.ts';
import { paths } from './paths.ts';

export interface GuardContext {
  context: { queries: Queries };
  location: { href: string };
}

/** Protected screens: without a live session to Login, and back afterwards. */
export function requireSession({ location }: GuardContext): void {
  if (sessionToken()) return;
  endSession();
  throw redirect({ to: paths.login, search: { next: location.href } });
}

/** Screens for those who are not signed in yet. */
export function withoutSession(): void {
  if (sessionToken()) throw redirect({ href: paths.account });
}

/** The code of a sign-in that has begun; without one there is nothing to finish. */
export function awaitingCode(): void {
  withoutSession();
  if (!rememberedEmail()) throw redirect({ to: paths.login });
}

async function whoAmI({ context: { queries } }: GuardContext) {
  // Loaded here, since the screens before signing in have no use for the contract.
  const [queryClient, { accountQuery, userQuery }] = await Promise.all([
    queries.load(),
    import('./lib/me.ts'),
  ]);
  const [user, account] = await Promise.all([
    queryClient.fetchQuery(userQuery()),
    queryClient.fetchQuery(accountQuery()),
  ]);
  return { user, account };
}

/** A member of a team with an unlimited plan has no plan to choose. */
export async function withoutTeamPlan(guard: GuardContext): Promise<void> {
  const { user, account } = await whoAmI(guard);
  const unlimited = account.planType === 'monthly' || account.planType === 'annual';
  if (user.userType === 'member' && account.type === 'team' && unlimited)
    throw redirect({ to: paths.account });
}

/** Getting a number is for those who have none; a plan comes first. */
export async function withoutNumber(guard: GuardContext): Promise<void> {
  const { user, account } = await whoAmI(guard);
  if (account.planType === 'free') throw redirect({ to: paths.planSelection });
  if (user.seat?.twilioNumber) throw redirect({ to: paths.account });
}
