import { z } from 'zod';

/* What one cell asks another. Each cell's own tables are the truth: nothing is copied, so nothing gets old. */

const Word = z.string().min(1).max(400);

/** What leads to an account before anyone is signed in. */
export const Lead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), email: Word }),
  z.object({ kind: z.literal('domain'), domain: Word }),
  z.object({ kind: z.literal('passkey'), credentialId: z.string().min(1).max(2000) }),
  z.object({ kind: z.literal('number'), phoneNumber: Word }),
  z.object({ kind: z.literal('account'), accountId: z.uuid() }),
  z.object({ kind: z.literal('landlineOrder'), carrier: Word, orderId: Word }),
  z.object({ kind: z.literal('registration'), reference: z.uuid() }),
  z.object({ kind: z.literal('customer'), vendor: Word, customerId: Word }),
  z.object({ kind: z.literal('shortLink'), code: Word }),
  // With what proves that the caller holds it.
  z.object({ kind: z.literal('session'), accountId: z.uuid(), sessionId: z.uuid(), keyHash: Word }),
  z.object({ kind: z.literal('key'), keyId: z.uuid(), secretHash: Word }),
  z.object({ kind: z.literal('token'), hash: Word }),
  z.object({ kind: z.literal('app'), appId: z.uuid() }),
]);
export type Lead = z.infer<typeof Lead>;

const Credentials = { email: Word, ip: z.string().max(100) };

/** What the cell that has the person decides, or does. */
const Task = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), ...Credentials, password: z.string().max(200) }),
  z.object({
    kind: z.literal('resetPassword'),
    ...Credentials,
    userAgent: z.string().max(2000).nullable(),
    code: z.string().max(40),
    password: z.string().max(200),
  }),
  z.object({
    kind: z.literal('mailSecret'),
    email: Word,
    purpose: z.enum(['resetPassword', 'verifyEmail', 'magicLink']),
    /** The same one when it is asked again. */
    id: Word,
  }),
]);
export type Task = z.infer<typeof Task>;

/** A page of the opt-outs that were kept of accounts of an email, in the order of their hashes. */
const KeptOptOuts = z.object({
  kind: z.literal('keptOptOuts'),
  emailHash: Word,
  after: z.string().max(100),
});

export const Question = z.union([Lead, Task, KeptOptOuts]);
export type Question = z.infer<typeof Question>;

export const YesOrNo = z.object({ yes: z.boolean() });

export const KeptOptOut = z.object({
  phoneHash: z.string(),
  /** With the SECRET_KEY of all cells. */
  sealedPhoneNumber: z.string(),
  source: z.string(),
  optedOutAt: z.coerce.date(),
  expiresAt: z.coerce.date(),
});
export type KeptOptOut = z.infer<typeof KeptOptOut>;

export const KeptOptOutsPage = z.object({ optOuts: z.array(KeptOptOut) });
