import { AtsType } from '../../../contract/ats.ts';
import type { Deps } from '../../deps.ts';
import { ID_PATTERN } from '../../http/page.ts';
import type { ConnectionRow } from './connections-store.ts';

/* The address of one connection: it reveals nothing else, and no one can guess another one. */

interface Address {
  accountId: string;
  atsType: AtsType;
  version: string;
}

type Addressed = Pick<ConnectionRow, 'accountId' | 'atsType' | 'generation' | 'webhookState' | 'connectedAt'>;

const pathOf = ({ accountId, atsType, version }: Address) =>
  `/webhooks/ats/${atsType}/${accountId}.${version}`;

/** Entered by hand by an admin: valid until they disconnect. Others are set up again with each key. */
export const versionOf = ({ webhookState, connectedAt, generation }: Addressed) =>
  webhookState === 'manual' ? String(connectedAt.getTime()) : generation;

export function webhookUrlOf(
  { publicUrl, signer }: Pick<Deps, 'publicUrl' | 'signer'>,
  row: Addressed,
): string {
  const path = pathOf({ ...row, version: versionOf(row) });
  return `${publicUrl}${path}.${signer.signLastingPath(path)}`;
}

const TOKEN = new RegExp(`^(${ID_PATTERN})\\.(\\d{1,19})\\.([\\w-]{43})$`);

/** Null: it isn't one of ours. */
export function readWebhookToken(
  { signer }: Pick<Deps, 'signer'>,
  { type, token }: { type: string; token: string },
): Address | null {
  const [, accountId, version, signature] = TOKEN.exec(token) ?? [];
  const atsType = AtsType.safeParse(type);
  if (!accountId || !version || !signature || !atsType.success) return null;
  const address = { accountId, version, atsType: atsType.data };
  return signer.isLastingPathSigned(pathOf(address), signature) ? address : null;
}
