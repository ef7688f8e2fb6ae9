import { AtsType } from '../../../contract/ats.ts';
import type { Deps } from '../../deps.ts';
import { ID_PATTERN } from '../../http/page.ts';
import type { ConnectionKey } from './connections-store.ts';

/* The address of one connection: whoever has it knows nothing else, and nobody can guess another one. */

const pathOf = ({ accountId, atsType, generation }: ConnectionKey) =>
  `/webhooks/ats/${atsType}/${accountId}.${generation}`;

export function webhookUrlOf(
  { publicUrl, signer }: Pick<Deps, 'publicUrl' | 'signer'>,
  key: ConnectionKey,
): string {
  const path = pathOf(key);
  return `${publicUrl}${path}.${signer.signPath(path)}`;
}

const TOKEN = new RegExp(`^(${ID_PATTERN})\\.(\\d{1,19})\\.([\\w-]{43})$`);

/** Null: it isn't one of ours. */
export function readWebhookToken(
  { signer }: Pick<Deps, 'signer'>,
  { type, token }: { type: string; token: string },
): ConnectionKey | null {
  const [, accountId, generation, signature] = TOKEN.exec(token) ?? [];
  const atsType = AtsType.safeParse(type);
  if (!accountId || !generation || !signature || !atsType.success) return null;
  const key = { accountId, generation, atsType: atsType.data };
  return signer.isPathSigned(pathOf(key), signature) ? key : null;
}
