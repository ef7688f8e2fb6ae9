import type { CaptchaAction } from '../../../contract/auth.ts';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api, Call } from '../../http/mount.ts';
import { actorOf, originOf } from '../audit/record-audit.ts';
import { markEmailVerified } from '../users/store.ts';
import { forgetTrustedBrowsers, listTrustedBrowsers } from '../users/trusted-browser-store.ts';
import { changePassword, resetPassword } from './change-password.ts';
import { openInvitation } from './invitations.ts';
import { challengeByAddress, limitMails, requirePerson } from './limits.ts';
import { markBrowser } from './mark-browser.ts';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './passkeys/change-passkeys.ts';
import { startPasskeySignIn } from './passkeys/passkey-sign-in.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from './second-step/change-authenticator.ts';
import { enqueueSecret } from './secrets/mail-secret.ts';
import { redeemLink } from './secrets/redeem-secret.ts';
import type { MailedPurpose } from './secrets/secret-store.ts';
import { finishSignIn, signIn, signInByLink, signInByPasskey } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { refuseWhereSsoOnly } from './sso-only.ts';
import { startSession } from './start-session.ts';
import { endSession, endSessionsOf, listSessions } from './store.ts';

const ok = { status: 'ok' as const };

type MailCall = Pick<Call<typeof routes.sendMfaEmail>, 'db' | 'body' | 'request' | 'reply'>;

export function authRoutes(api: Api, deps: Deps): void {
  signInRoutes(api, deps);
  mailedSecretRoutes(api, deps);
  secondStepRoutes(api, deps);
  sessionRoutes(api, deps);
}

function signInRoutes(api: Api, deps: Deps): void {
  api.on(routes.signup, async ({ db, body, request }) => {
    await requirePerson(deps, request, { captchaToken: body.captchaToken, action: 'signup' });
    const who = await signUp(db, body, originOf(request), deps);
    return startSession(db, { ...who, userAgent: request.headers['user-agent'] ?? null }, deps);
  });

  api.on(routes.getInvitation, async ({ db, query }) => {
    const invitation = await openInvitation(db, deps, query.token);
    return { ...invitation, expiresAt: invitation.expiresAt.toISOString() };
  });

  api.on(routes.login, ({ body, ...to }) => signIn(deps, body, to));
  api.on(routes.verifyMfa, ({ body, ...to }) => finishSignIn(deps, body, to));
  api.on(routes.startPasskeySignIn, ({ request, reply }) => startPasskeySignIn(deps, request, reply));
  api.on(routes.finishPasskeySignIn, ({ body, ...to }) => signInByPasskey(deps, body, to));
  api.on(routes.verifyMagicLink, ({ body, ...to }) => signInByLink(deps, body.token, to));

  api.on(routes.logout, async ({ db, session }) => {
    await inTransaction(db, (tx) => endSession(tx, session, { id: session.id, at: deps.clock() }));
    return ok;
  });

  api.on(routes.getCaptchaChallenge, async ({ query, request }) => {
    await deps.rateLimits.consume(challengeByAddress, request.ip);
    return deps.captcha.challenge(query.action);
  });

  api.on(routes.changePassword, async ({ session, body, request }) => {
    const proof = { sessionId: session.id, password: body.currentPassword };
    await changePassword(deps, actorOf(session, request), { proof, password: body.password });
    return ok;
  });
}

function mailedSecretRoutes(api: Api, deps: Deps): void {
  const mail =
    (purpose: MailedPurpose, action: CaptchaAction) =>
    async ({ db, body, ...to }: MailCall): Promise<typeof ok> => {
      await requirePerson(deps, to.request, { captchaToken: body.captchaToken, action });
      await limitMails(deps, purpose, body.email);
      if (purpose !== 'verifyEmail') await refuseWhereSsoOnly(db, body.email);
      await enqueueSecret(db, deps, purpose, { email: body.email, browserHash: markBrowser(to, deps) });
      return ok;
    };
  api.on(routes.sendMfaEmail, mail('mfa', 'sendMfaEmail'));
  api.on(routes.sendResetPasswordEmail, mail('resetPassword', 'sendResetPasswordEmail'));
  api.on(routes.sendVerificationEmail, mail('verifyEmail', 'sendVerificationEmail'));
  api.on(routes.sendMagicLink, mail('magicLink', 'sendMagicLink'));

  api.on(routes.resetPasswordUsingCode, async ({ body, request }) => {
    await resetPassword(deps, body, request);
    return ok;
  });

  api.on(routes.verifyEmail, async ({ body }) => {
    const who = await redeemLink(deps, 'verifyEmail', body.token);
    await markEmailVerified(deps.db, who.accountId, who.userId, deps.clock());
    return ok;
  });
}

function secondStepRoutes(api: Api, deps: Deps): void {
  api.on(routes.startAuthenticator, ({ session, body, request }) =>
    startAuthenticator(deps, actorOf(session, request), { ...body, sessionId: session.id }),
  );
  api.on(routes.confirmAuthenticator, ({ session, body, request }) =>
    confirmAuthenticator(deps, actorOf(session, request), { ...body, sessionId: session.id }),
  );
  api.on(routes.renewRecoveryCodes, ({ session, body, request }) =>
    renewRecoveryCodes(deps, actorOf(session, request), { ...body, sessionId: session.id }),
  );
  api.on(routes.removeAuthenticator, async ({ session, body, request }) => {
    await removeAuthenticator(deps, actorOf(session, request), { ...body, sessionId: session.id });
    return ok;
  });

  api.on(routes.listPasskeys, ({ db, session }) => listPasskeys(db, session));
  api.on(routes.startPasskey, ({ session, body, request }) =>
    startPasskey(deps, actorOf(session, request), { ...body, sessionId: session.id }),
  );
  api.on(routes.addPasskey, ({ session, body, request }) =>
    addPasskey(deps, actorOf(session, request), body),
  );
  api.on(routes.renamePasskey, ({ db, session, params, body }) =>
    renamePasskey(db, session, { ...params, ...body }),
  );
  api.on(routes.removePasskey, async ({ session, params, body, request }) => {
    const proof = { ...body, sessionId: session.id };
    await removePasskey(deps, actorOf(session, request), { ...params, proof });
    return ok;
  });
}

function sessionRoutes(api: Api, deps: Deps): void {
  api.on(routes.listSessions, async ({ db, session }) => {
    const rows = await listSessions(db, session.accountId, session.userId, deps.clock());
    return rows.map((row) => ({
      id: row.id,
      isCurrent: row.id === session.id,
      userAgent: row.userAgent,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    }));
  });

  api.on(routes.endSession, async ({ db, session, params }) => {
    const { id } = params;
    const isTheirs = await inTransaction(db, (tx) => endSession(tx, session, { id, at: deps.clock() }));
    if (!isTheirs) throw new Failure('not_found');
    return ok;
  });

  api.on(routes.listTrustedBrowsers, async ({ db, session }) => {
    const rows = await listTrustedBrowsers(db, session, deps.clock());
    return rows.map((row) => ({
      userAgent: row.userAgent,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
    }));
  });
  api.on(routes.forgetTrustedBrowsers, async ({ db, session }) => {
    await forgetTrustedBrowsers(db, session);
    return ok;
  });

  api.on(routes.endOtherSessions, async ({ db, session }) => {
    const { accountId, userId } = session;
    await inTransaction(db, (tx) =>
      endSessionsOf(tx, accountId, userId, { at: deps.clock(), except: session.id }),
    );
    return ok;
  });
}
