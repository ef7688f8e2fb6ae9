import type { Deps } from '../../deps.ts';

/** How a person got to the question whether they want to keep what is about to be deleted. */
type AskedBy = 'signIn' | 'sso' | 'mail';

interface Keep {
  accountId: string;
  userId: string;
  by: AskedBy;
  /** The request that it takes back; it works for no other. */
  deletesAt: Date;
  goodUntil: Date;
}

const payloadOf = ({ accountId, userId, by, deletesAt, goodUntil }: Keep) =>
  [accountId, userId, by, deletesAt.getTime(), goodUntil.getTime()].join('.');

/** Signed instead of stored: it is made where a sign-in is refused, and a refusal leaves nothing behind. */
export function keepToken(deps: Pick<Deps, 'signer'>, keep: Keep): string {
  const payload = payloadOf(keep);
  return `${payload}.${deps.signer.signPath(`/keep/${payload}`)}`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(
  `^(${UUID})\\.(${UUID})\\.(signIn|sso|mail)\\.(\\d{1,15})\\.(\\d{1,15})\\.([\\w-]{43})$`,
);

/** Null for one that is not ours or has expired. */
export function readKeepToken(deps: Pick<Deps, 'signer' | 'clock'>, token: string): Keep | null {
  const [, accountId, userId, by, deletesAt, goodUntil, signature] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !by || !signature) return null;
  const keep: Keep = {
    accountId,
    userId,
    by: by as AskedBy,
    deletesAt: new Date(Number(deletesAt)),
    goodUntil: new Date(Number(goodUntil)),
  };
  const isOurs = deps.signer.isPathSigned(`/keep/${payloadOf(keep)}`, signature);
  return isOurs && keep.goodUntil > deps.clock() ? keep : null;
}
