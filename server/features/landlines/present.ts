import { type LandlineOrder, landlineRejections } from '../../../contract/landlines.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { formatPhone } from '../../phone.ts';
import { findLetter, hasBill } from './letter/paper-store.ts';
import { isOpen, nextState, TRIES_PER_CODE } from './rules.ts';
import type { LandlineRow } from './store.ts';

const linkStatusOf = (state: LandlineRow['state']) =>
  state === 'withdrawn' ? null : isOpen(state) ? ('linking' as const) : state;

/** The order as the person sees it, with what they can do now. */
export async function presentOrder(
  db: Db,
  deps: Pick<Deps, 'carrier'>,
  order: LandlineRow,
): Promise<LandlineOrder> {
  const { landline } = deps.carrier;
  const letter = await findLetter(db, order.accountId, order.id);
  const isVerifying = order.state === 'verifying';
  const triesLeft = order.codeSentAt === null ? 0 : Math.max(0, TRIES_PER_CODE - order.codeTries);
  return {
    id: order.id,
    phoneNumber: order.phoneNumber,
    phoneNumberFormatted: formatPhone(order.phoneNumber),
    state: order.state,
    linkStatus: linkStatusOf(order.state),
    owner: order.owner,
    code: isVerifying
      ? {
          isTypedHere: landline.codeIsTypedHere,
          toType: order.codeToType,
          sentAt: order.codeSentAt?.toISOString() ?? null,
          triesLeft,
        }
      : null,
    needsBill: landline.needsBill,
    hasBill: landline.needsBill && (await hasBill(db, order.accountId, order.id)),
    letter:
      letter === undefined
        ? null
        : { name: letter.name, title: letter.title, signedAt: letter.signedAt.toISOString() },
    carrierLetterTo: order.state === 'reviewing' && order.needsCarrierLetter ? order.email : null,
    rejection: order.state === 'rejected' ? landlineRejections[order.rejection ?? 'failed'] : null,
    startedAt: order.createdAt.toISOString(),
    changedAt: order.changedAt.toISOString(),
    can: {
      requestCode: isVerifying,
      confirmCode: isVerifying && landline.codeIsTypedHere && triesLeft > 0,
      sign: nextState(order.state, 'signed') !== null,
      withdraw: nextState(order.state, 'withdrawn') !== null,
    },
  };
}
