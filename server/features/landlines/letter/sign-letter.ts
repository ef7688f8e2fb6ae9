import { MAX_BILL_BYTES } from '../../../../contract/landlines.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import { formatPhone } from '../../../phone.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { applyEvent } from '../apply-event.ts';
import { type LandlineRow, lockOrder } from '../store.ts';
import { drawLetter } from './draw-letter.ts';
import { hasBill, insertLetter, putBill } from './paper-store.ts';

/** Signs the letter of authorization; the signed letter is kept as it was drawn, with who signed, when and from where. */
export async function signLetter(
  deps: Deps,
  actor: Actor,
  order: LandlineRow,
  signed: { name: string; title: string; signature: string },
): Promise<void> {
  if (order.state !== 'signing') throw new Failure('landline_step');
  const signedAt = deps.clock();
  const { phoneNumber, owner } = order;
  const content = await drawLetter({
    phoneNumber,
    owner,
    ...signed,
    signedAt,
    ip: actor.ip,
    reference: order.id,
  });
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOrder(tx, order.accountId, order.id);
    if (row?.state !== 'signing') throw new Failure('landline_step');
    if (deps.carrier.landline.needsBill && !(await hasBill(tx, row.accountId, row.id)))
      throw invalidField('bill', 'Attach the latest phone bill');
    const letter = { ...signed, signedBy: actor.userId, ip: actor.ip, signedAt, content };
    await insertLetter(tx, row.accountId, row.id, letter);
    await recordAudit(tx, deps, actor, {
      action: 'number.landlineSigned',
      subjectId: row.seatId,
      subject: formatPhone(phoneNumber),
      details: { name: signed.name },
    });
    await applyEvent(tx, deps, row, 'signed');
  });
}

/** The bill is submitted with the letter, so it can be changed until that is signed. */
export async function keepBill(deps: Deps, order: LandlineRow, content: Buffer): Promise<void> {
  if (content.length > MAX_BILL_BYTES) throw new Failure('too_large');
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Failure('unsupported_media_type');
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOrder(tx, order.accountId, order.id);
    if (row?.state !== 'signing' || !deps.carrier.landline.needsBill) throw new Failure('landline_step');
    await putBill(tx, row.accountId, row.id, { content, uploadedAt: deps.clock() });
  });
}
