import { personName } from '../../contract/person-name.ts';
import type { SandboxGateway } from '../adapters/payments/sandbox/sandbox.ts';
import type { Deps } from '../deps.ts';
import { findAccount } from '../features/accounts/store.ts';
import { look } from '../features/billing/look.ts';
import { priceOf, termsOf } from '../features/billing/rules.ts';
import { findCustomer, insertCustomer } from '../features/billing/subscriptions/store.ts';
import { countSeats } from '../features/team/seats/store.ts';
import { team } from './people.ts';

const NUMBER = '4242424242424242';

/** The demo company pays for its plan, by a card of the sandbox. Nothing happens where it does already. */
export async function seedBilling(deps: Deps, sandbox: SandboxGateway): Promise<void> {
  const { billing, db } = deps;
  const [admin] = team;
  if (billing === null || admin === undefined) return;
  const { email } = admin;
  const login = await db
    .selectFrom('logins')
    .select('account_id as accountId')
    .where('email', '=', email)
    .executeTakeFirst();
  if (login === undefined) return;
  const { accountId } = login;
  const { name, type, planType } = await findAccount(db, accountId);
  const known = await findCustomer(db, accountId, sandbox.vendor);
  if (known !== undefined || planType === 'free' || type !== 'team') return;

  const key = `demo.${accountId}`;
  const { customerId } = await sandbox.createCustomer({ key, accountId, name, email });
  const expYear = (await sandbox.now()).getUTCFullYear() + 4;
  const card = { name: personName(admin), number: NUMBER, expMonth: 12, expYear };
  const token = await sandbox.issueCard(card);
  if (token === null) throw new Error('The sandbox has no such card');
  await sandbox.setCard({ key, customerId, ...token, name: card.name });
  const { total } = await countSeats(db, accountId);
  const price = priceOf({ accountType: type, planType });
  const terms = termsOf(billing, { price, quantity: total, billing: 'card' });
  await sandbox.subscribe({ key, customerId, terms });
  await insertCustomer(db, { accountId, vendor: sandbox.vendor, customerId });
  await look(deps, billing, accountId);
}
