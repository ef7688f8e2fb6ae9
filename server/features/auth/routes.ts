import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { findPasswordHash } from '../users/store.ts';
import { isPassword, pretendToCheck } from './passwords.ts';
import { signUp } from './sign-up.ts';
import { startSession } from './start-session.ts';
import { endSession, findLogin } from './store.ts';

export function authRoutes(api: Api, deps: Deps): void {
  api.on(routes.signup, async ({ db, body, request }) => {
    const who = await signUp(db, body, deps);
    return startSession(db, { ...who, userAgent: request.headers['user-agent'] ?? null }, deps);
  });

  api.on(routes.login, async ({ db, body, request }) => {
    const who = await findLogin(db, body.email.toLowerCase());
    const stored = who && (await findPasswordHash(db, who.accountId, who.userId));
    const isRight = stored
      ? await isPassword(stored.passwordHash, body.password)
      : await pretendToCheck(body.password);
    if (!who || !isRight) throw new Failure('wrong_credentials');
    const token = await startSession(db, { ...who, userAgent: request.headers['user-agent'] ?? null }, deps);
    return { ...token, mfaNeeded: false as const };
  });

  api.on(routes.logout, async ({ db, session }) => {
    await endSession(db, session.accountId, session.id, deps.clock());
    return { status: 'ok' as const };
  });
}
