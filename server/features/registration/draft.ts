import type { z } from 'zod';
import type { RegistrationDraft, RegistrationFinding } from '../../../contract/registration.ts';
import type * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { findAccount } from '../accounts/store.ts';
import { readSeen } from './preflight/check-pages.ts';
import { optInAddresses, preflight } from './preflight/preflight.ts';
import { normalWebAddress } from './preflight/web-address.ts';
import { mayEdit } from './rules.ts';
import { changeRegistration, findRegistration, lockRegistration, type RegistrationRow } from './store.ts';

/** What the form has before anything is entered. */
export function firstDraft(accountName: string): RegistrationDraft {
  return {
    legalName: '',
    brandName: accountName.slice(0, 100),
    entityType: null,
    stockExchange: null,
    stockSymbol: '',
    vertical: 'staffing',
    street: '',
    city: '',
    state: '',
    postalCode: '',
    website: '',
    contactFirstName: '',
    contactLastName: '',
    contactTitle: '',
    contactEmail: '',
    contactPhone: '',
    useCase: 'lowVolume',
    description: '',
    messageFlow: '',
    privacyPolicyUrl: '',
    termsUrl: '',
    samples: [],
  };
}

export async function saveDraft(
  db: Db,
  deps: Pick<Deps, 'clock' | 'newId' | 'sealer'>,
  { accountId }: Session,
  { ein, ...fields }: z.output<typeof routes.updateRegistration.body>,
): Promise<void> {
  const { name } = await findAccount(db, accountId);
  await inTransaction(db, async (tx) => {
    const row = await lockRegistration(tx, accountId, {
      reference: deps.newId(),
      draft: firstDraft(name),
      at: deps.clock(),
    });
    if (!mayEdit(row.state)) throw new Failure('registration_in_review');
    const digits = ein?.replace('-', '');
    await changeRegistration(tx, accountId, {
      draft: { ...row.draft, ...given(fields) },
      ...(digits === undefined ? {} : { sealedEin: digits === '' ? null : deps.sealer.seal(digits) }),
    });
  });
}

/** Fields that were left out stay as they are. */
function given<Fields extends object>(
  fields: Fields,
): { [F in keyof Fields]: Exclude<Fields[F], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof given<Fields>
  >;
}

/** What reviewers would refuse in the saved draft. Loads its pages, so never inside a transaction. */
export async function checkDraft(
  deps: Pick<Deps, 'db' | 'sealer' | 'lookAtPage'>,
  accountId: string,
): Promise<{ row: RegistrationRow | undefined; findings: RegistrationFinding[] }> {
  const [row, { name }] = await Promise.all([
    findRegistration(deps.db, accountId),
    findAccount(deps.db, accountId),
  ]);
  const draft = row?.draft ?? firstDraft(name);
  const look = async (typed: string) => {
    const url = typed === '' ? null : normalWebAddress(typed);
    return url === null ? null : readSeen(await deps.lookAtPage(url));
  };
  const [website, privacyPolicy, terms, ...optIn] = await Promise.all([
    look(draft.website),
    look(draft.privacyPolicyUrl),
    look(draft.termsUrl),
    ...optInAddresses(draft).map(async (address) => ({ address, look: await look(address) })),
  ]);
  const pages = {
    website,
    privacyPolicy,
    terms,
    optIn: optIn.flatMap(({ address, look: seen }) => (seen === null ? [] : { address, look: seen })),
  };
  const ein = row?.sealedEin ? deps.sealer.open(row.sealedEin) : null;
  return { row, findings: preflight({ draft, ein, accountName: name, pages }) };
}
