import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as routes from '../../../contract/routes.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { KeyedRequest } from '../../http/idempotency.ts';
import type { Api } from '../../http/mount.ts';
import type { Session } from '../../http/session.ts';
import { presentAccount } from '../accounts/present.ts';
import { actorOf } from '../audit/record-audit.ts';
import { addSeats, changePlan, removeSeat, requireRoom } from '../team/change-seats.ts';
import { lockTeam } from '../team/lock-team.ts';
import { askFor, type PlanTask } from './ask-action.ts';
import { cardsByAccount, changeCard, orUnavailable, requireCustomer } from './customers.ts';
import { payOverdue, runFitQuantity } from './fit-quantity.ts';
import { MOST_INVOICES } from './gateway-state.ts';
import { mayReadInvoice } from './invoice-urls.ts';
import { presentPlans } from './plan-texts.ts';
import { presentInvoice } from './present-invoice.ts';
import { previewPlan } from './preview.ts';
import { seatsOf } from './rules.ts';
import { enqueueFit } from './schedule.ts';
import { findCustomer, findInvoice, listInvoices } from './subscriptions/store.ts';
import { buyTextPackageTask, cancelPlanTask, choosePlanTask, purchaseSeatsTask } from './tasks.ts';

const InvoiceParams = z.object({ accountId: z.uuid(), id: z.uuid() });
const InvoiceQuery = z.object({ until: z.string().regex(/^\d{1,12}$/), signature: z.string().max(100) });

const FIT_LATER_MS = 10_000;

interface ChangingCall {
  session: Session;
  request: Parameters<typeof actorOf>[1];
  keyed: KeyedRequest | null;
  once(work: (tx: Tx) => ReturnType<typeof presentAccount>): Promise<void>;
}

export function billingRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  planRoutes(api, deps);
  cardRoutes(api, deps);
  invoiceRoutes(app, api, deps);
}

function requireBilling({ billing }: Deps) {
  if (billing === null) throw new Failure('billing_off');
  return billing;
}

/** Pays first, then makes the change. Replies with the account as it is then. */
async function change(
  deps: Deps,
  call: ChangingCall,
  asked: { request: unknown; task: (now: Date) => PlanTask },
): Promise<void> {
  const on = requireBilling(deps);
  const now = await orUnavailable(() => on.gateway.now());
  const by = { actor: actorOf(call.session, call.request), keyed: call.keyed, request: asked.request };
  await askFor(deps, on, by, asked.task(now));
  await call.once((tx) => presentAccount(tx, deps, call.session));
}

function planRoutes(api: Api, deps: Deps): void {
  const { billing } = deps;

  api.on(routes.getPlans, async () => presentPlans(billing));
  api.on(routes.getTextPackages, async () => ({
    currency: billing?.currency ?? 'USD',
    packages: billing?.packages ?? [],
  }));
  api.on(routes.previewPlan, (call) => previewPlan(call.db, deps, call.session, call.query));

  api.once(routes.changePlan, async (call) => {
    const { body: choice, session } = call;
    const { accountType, planType } = choice;
    if (billing === null)
      return call.once(async (tx) => {
        await lockTeam(tx, session);
        const plan = { accountType, planType, seats: seatsOf(choice) };
        await changePlan(tx, deps, actorOf(session, call.request), plan);
        return presentAccount(tx, deps, session);
      });
    // Someone who gets invoices may never have given a card.
    if (choice.billing === 'invoicing') await requireCustomer(deps, billing, session.accountId);
    await change(deps, call, {
      request: { do: 'changePlan', ...choice },
      task: (now) => choosePlanTask(billing, session, choice, now),
    });
  });

  api.once(routes.purchaseSeats, async (call) => {
    const { quantity } = call.body;
    const { accountId } = call.session;
    if (billing === null)
      return call.once(async (tx) => {
        await lockTeam(tx, call.session);
        await requireRoom(tx, accountId, quantity);
        await addSeats(tx, deps, actorOf(call.session, call.request), quantity);
        return presentAccount(tx, deps, call.session);
      });
    await change(deps, call, {
      request: { do: 'purchaseSeats', quantity },
      task: (now) => purchaseSeatsTask(billing, accountId, quantity, now),
    });
  });

  api.on(routes.removeSeat, async (call) => {
    const { accountId } = call.session;
    await inTransaction(call.db, async (tx) => {
      await lockTeam(tx, call.session);
      await removeSeat(tx, deps, actorOf(call.session, call.request), call.body.seatId);
      if (billing !== null) await enqueueFit(tx, accountId, new Date(deps.clock().getTime() + FIT_LATER_MS));
    });
    // The job does it if something is in the way now.
    await runFitQuantity(deps, accountId).catch(() => {});
    return presentAccount(call.db, deps, call.session);
  });

  api.once(routes.cancelPlan, (call) =>
    change(deps, call, {
      request: { do: 'cancelPlan' },
      task: (now) => cancelPlanTask(requireBilling(deps), call.session.accountId, now),
    }),
  );
  api.once(routes.buyTextPackage, (call) => {
    const { count } = call.body;
    return change(deps, call, {
      request: { do: 'buyTextPackage', count },
      task: (now) => buyTextPackageTask(requireBilling(deps), call.session.accountId, count, now),
    });
  });
}

function cardRoutes(api: Api, deps: Deps): void {
  const { billing } = deps;

  api.on(routes.getCard, async (call) => {
    if (billing === null) return null;
    return (await findCustomer(call.db, call.session.accountId, billing.gateway.vendor))?.card ?? null;
  });
  api.on(routes.updateCard, async (call) => {
    const on = requireBilling(deps);
    await deps.rateLimits.consume(cardsByAccount, call.session.accountId);
    const card = await changeCard(deps, on, actorOf(call.session, call.request), call.body);
    await payOverdue(deps, on, call.session.accountId);
    return card;
  });
  api.on(routes.createSetupIntent, async ({ session }) => {
    const on = requireBilling(deps);
    await deps.rateLimits.consume(cardsByAccount, session.accountId);
    const customerId = await requireCustomer(deps, on, session.accountId);
    const started = await orUnavailable(() => on.gateway.startCard({ customerId }));
    return started === null ? { gateway: 'sandbox' as const } : { gateway: 'stripe' as const, ...started };
  });
}

function invoiceRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  const { db, billing } = deps;

  api.on(routes.listInvoices, async (call) => {
    if (billing === null) return [];
    const { accountId } = call.session;
    const rows = await listInvoices(call.db, accountId, billing.gateway.vendor, MOST_INVOICES);
    return rows.map((row) => presentInvoice(deps, accountId, row));
  });
  app.get('/invoices/:accountId/:id', async (request, reply) => {
    const params = InvoiceParams.safeParse(request.params);
    const query = InvoiceQuery.safeParse(request.query);
    if (billing === null || !params.success || !query.success) throw new Failure('not_found');
    const { accountId, id } = params.data;
    if (!mayReadInvoice(deps, { accountId, id, ...query.data })) throw new Failure('not_found');
    const { gateway } = billing;
    const invoice = await findInvoice(db, accountId, gateway.vendor, id);
    const pdf = invoice && (await orUnavailable(() => gateway.readInvoicePdf(invoice.invoiceId)));
    if (!invoice || !pdf) throw new Failure('not_found');
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${invoice.number.replace(/[^\w-]/g, '-')}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(pdf);
  });
}
