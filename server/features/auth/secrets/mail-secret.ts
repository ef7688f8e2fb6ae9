import { z } from 'zod';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { claimOnce } from '../../../queue/claim.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { hasAuthenticator } from '../../users/authenticator-store.ts';
import { findUser } from '../../users/store.ts';
import { mailOf } from '../mails.ts';
import { findLogin } from '../store.ts';
import { isSecretOpen, type MailedPurpose, mailedPurposes, putSecret } from './secret-store.ts';
import { expiryOf, hashSecret, newSecret } from './secrets.ts';

/**
 * Makes a code or link for an address and mails it, if the address is known. All of that happens after the reply, so that
 * neither the response nor its timing reveals whether it is.
 */
export const mailSecret = jobKind({
  name: 'mailSecret',
  payload: z.object({
    purpose: z.enum(mailedPurposes),
    sealedEmail: z.string(),
    /** Of the browser that asked; empty where no browser did. */
    browserHash: z.string().default(''),
  }),
  maxAttempts: 5,
});

export function enqueueSecret(
  db: Db,
  deps: Pick<Deps, 'sealer'>,
  purpose: MailedPurpose,
  { email, browserHash = '' }: { email: string; browserHash?: string },
): Promise<void> {
  const sealedEmail = deps.sealer.seal(email.toLowerCase());
  return enqueue(db, [{ kind: mailSecret, payload: { purpose, sealedEmail, browserHash } }]);
}

export async function runMailSecret(
  deps: Deps,
  { purpose, sealedEmail, browserHash }: z.infer<typeof mailSecret.payload>,
  jobId: string,
): Promise<void> {
  await mailFromElsewhere(deps, { purpose, email: deps.sealer.open(sealedEmail), id: jobId });
  await inTransaction(deps.db, async (tx) => {
    // A second mail would make the code in the first one wrong.
    if (!(await claimOnce(tx, `secret:${jobId}`, deps.clock()))) return;
    const owner = await findLogin(tx, deps.sealer.open(sealedEmail));
    if (owner === undefined) return;
    const now = deps.clock();
    const user = await findUser(tx, owner.accountId, owner.userId);
    if (purpose === 'verifyEmail' && user.emailVerifiedAt !== null) return;
    // Only someone who has just given the right password is mailed a code to finish with.
    if (purpose === 'mfa' && !(await isSecretOpen(tx, owner, 'mfa', now))) return;
    // Their codes come from the app; one from a mail would not be taken.
    if (purpose === 'mfa' && (await hasAuthenticator(tx, owner))) return;
    const secret = newSecret(purpose);
    await putSecret(tx, owner, {
      purpose,
      browserHash,
      secretHash: hashSecret(owner, purpose, secret),
      expiresAt: expiryOf(purpose, now),
    });
    await enqueueMail(tx, deps, { to: user.email, ...mailOf(purpose, { deps, owner, secret }) });
  });
}

/** The cell that has the person makes the code or link, and mails it with its own address. */
async function mailFromElsewhere(
  { cells, db }: Pick<Deps, 'cells' | 'db'>,
  { purpose, ...asked }: { purpose: MailedPurpose; email: string; id: string },
): Promise<void> {
  // Someone who has just given the right password is at the right cell.
  if (cells === null || purpose === 'mfa' || (await findLogin(db, asked.email))) return;
  await cells.find({ kind: 'mailSecret', purpose, email: asked.email, id: `${cells.own.name} ${asked.id}` });
}

/** For someone who asked another cell. It may ask more than once, and learns whether the person is known. */
export async function mailForCell(
  deps: Pick<Deps, 'db' | 'sealer' | 'clock'>,
  { purpose, email, id }: { purpose: MailedPurpose; email: string; id: string },
): Promise<boolean> {
  if ((await findLogin(deps.db, email)) === undefined) return false;
  await inTransaction(deps.db, async (tx) => {
    if (await claimOnce(tx, `secret of another cell:${id}`, deps.clock()))
      await enqueueSecret(tx, deps, purpose, { email });
  });
  return true;
}
