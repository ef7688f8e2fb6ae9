import type { Db, Tx } from '../../../db/connection.ts';

/* An order's paperwork: the letter of authorization, and the phone bill. */

interface Letter {
  name: string;
  title: string;
  signature: string;
  signedBy: string;
  ip: string | null;
  signedAt: Date;
  content: Buffer;
}

export async function insertLetter(
  tx: Tx,
  accountId: string,
  orderId: string,
  letter: Letter,
): Promise<void> {
  await tx
    .insertInto('landline_letters')
    .values({
      account_id: accountId,
      order_id: orderId,
      name: letter.name,
      title: letter.title,
      signature: letter.signature,
      signed_by: letter.signedBy,
      ip: letter.ip,
      signed_at: letter.signedAt,
      content: letter.content,
    })
    .execute();
}

export function findLetter(db: Db, accountId: string, orderId: string) {
  return db
    .selectFrom('landline_letters')
    .select(['name', 'title', 'signed_at as signedAt'])
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

export async function readLetter(db: Db, accountId: string, orderId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('landline_letters')
    .select('content')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.content ?? null;
}

export async function putBill(
  tx: Tx,
  accountId: string,
  orderId: string,
  bill: { content: Buffer; uploadedAt: Date },
): Promise<void> {
  await tx
    .insertInto('landline_bills')
    .values({ account_id: accountId, order_id: orderId, content: bill.content, uploaded_at: bill.uploadedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'order_id'])
        .doUpdateSet({ content: bill.content, uploaded_at: bill.uploadedAt }),
    )
    .execute();
}

export async function hasBill(db: Db, accountId: string, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('landline_bills')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function readBill(db: Db, accountId: string, orderId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('landline_bills')
    .select('content')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.content ?? null;
}
