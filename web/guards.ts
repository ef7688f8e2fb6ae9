import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { endSession, sessionToken } from './lib/session.ts';
import { paths } from './paths.ts';

export interface GuardContext {
  context: { queryClient: QueryClient };
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
