import type { Deps } from '../../deps.ts';

/** The same all day, so that browsers ask for a picture once; another picture has another id. */
const LASTS_DAYS = 3;
const DAY_MS = 24 * 3600 * 1000;

/** Only the people of the account get the address; the signature is the permission, since pictures can't send any. */
export function avatarUrl(
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock'>,
  accountId: string,
  avatarId: string | null,
): string | null {
  if (avatarId === null) return null;
  const until = (Math.floor(deps.clock().getTime() / DAY_MS) + LASTS_DAYS) * (DAY_MS / 1000);
  const path = pathOf(accountId, avatarId, String(until));
  return `${deps.publicUrl}${path}&signature=${deps.signer.signPath(path)}`;
}

export function mayReadAvatar(
  deps: Pick<Deps, 'signer' | 'clock'>,
  asked: { accountId: string; id: string; until: string; signature: string },
): boolean {
  return (
    deps.signer.isPathSigned(pathOf(asked.accountId, asked.id, asked.until), asked.signature) &&
    Number(asked.until) * 1000 > deps.clock().getTime()
  );
}

const pathOf = (accountId: string, id: string, until: string) => `/avatars/${accountId}/${id}?until=${until}`;
