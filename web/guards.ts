import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { Denied, ScreenRestriction } from './lib/session/access.ts';
import { accountQuery, userQuery } from './lib/session/me.ts';
import { rememberedEmail } from './lib/session/remembered-email.ts';
import { endSession, expiredToken, hasLeftHere, sessionToken } from './lib/session/session.ts';
import { paths } from './paths.ts';

interface GuardContext {
  context: { queryClient: QueryClient };
  location: { href: string; pathname: string };
}

/** For a screen of the dashboard: the router's matches for it and its parents. */
export interface DashboardContext extends GuardContext {
  matches: { staticData: { restriction?: ScreenRestriction } }[];
}

/** Protected screens: without a live session to Login, and back afterwards. */
async function requireSession({ location }: GuardContext): Promise<void> {
  if (sessionToken()) return;
  if (expiredToken() === null) endSession();
  else
    await import('./lib/session/log-out-expired.ts').then(({ logOutExpired }) => logOutExpired(), endSession);
  throw redirect({ to: paths.login, search: hasLeftHere() ? {} : { next: location.href } });
}

/** Screens for those who are not signed in yet. */
export function withoutSession(): void {
  if (sessionToken()) throw redirect({ href: paths.account });
}

/** Where people set up the second step that their account requires; no one else has anything to do here. */
export async function settingUpTwoFactor(guard: GuardContext): Promise<void> {
  await requireSession(guard);
  const { queryClient } = guard.context;
  const user = await queryClient.fetchQuery({ ...userQuery(), staleTime: 0 });
  if (!user.mfaMissing) throw redirect({ href: paths.account });
}

/** The code of a sign-in that has begun; without one there is nothing to finish. */
export function awaitingCode(): void {
  withoutSession();
  if (!rememberedEmail()) throw redirect({ to: paths.login });
}

/**
 * Guards screens of the dashboard by the restrictions in their row and their parents'. Someone who may not open one sees
 * what is missing, or is redirected if there is nothing to ask for.
 */
export async function guardDashboard(guard: DashboardContext): Promise<{ denied: Denied | null }> {
  await requireSession(guard);
  // Only the dashboard asks who may open a screen.
  const { accessTo, whoIs } = await import('./lib/session/access.ts');
  const restrictions = guard.matches.flatMap(({ staticData }) => staticData.restriction ?? []);
  if (restrictions.length === 0) return { denied: null };
  const { queryClient } = guard.context;
  const [user, account] = await Promise.all([
    lastKnown(queryClient, userQuery().queryKey, () => queryClient.fetchQuery(userQuery())),
    lastKnown(queryClient, accountQuery().queryKey, () => queryClient.fetchQuery(accountQuery())),
  ]);
  const who = whoIs(user, account);
  const access = restrictions.map((each) => accessTo(each, who)).find(({ allowed }) => !allowed);
  if (access === undefined || access.allowed) return { denied: null };
  if ('hidden' in access) throw notFound();
  if ('elsewhere' in access) throw redirect({ href: access.elsewhere });
  return { denied: { missed: access, user, account } };
}

/**
 * No one waits for a slow network or is turned away by a broken one: what was known a while ago holds while it
 * is loaded again. What a change here has made doubtful is waited for.
 */
async function lastKnown<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  ask: () => Promise<Data>,
): Promise<Data> {
  const state = queryClient.getQueryState<Data>(queryKey);
  const asked = ask();
  const known = state?.data;
  if (known === undefined) return asked;
  const either = asked.catch(() => known);
  return state?.isInvalidated ? either : known;
}
