import * as routes from '../../contract/routes.ts';
import type { FakeApi } from './fake-api.ts';
import { makeCard, makePlans, makePreview, textPackages } from './make-billing.ts';

/** What the screens that show money ask for. */
export function answerBilling(api: FakeApi): void {
  api.answer(routes.getPlans, makePlans());
  api.answer(routes.getTextPackages, textPackages);
  api.answer(routes.previewPlan, makePreview());
  api.answer(routes.getCard, makeCard());
  api.answer(routes.listInvoices, []);
  api.answer(routes.getUsage, []);
  api.answer(routes.createSetupIntent, { gateway: 'sandbox' });
}

/** The sandbox gateway beside the API: what was typed into the card form, and the token it gives. */
export function withSandbox(api: FakeApi): FakeApi & { cards: unknown[] } {
  const cards: unknown[] = [];
  return {
    ...api,
    cards,
    handle: async (input, init) => {
      if (String(input) !== '/sandbox/cards') return api.handle(input, init);
      cards.push(JSON.parse(String(init?.body)));
      return Response.json({ paymentMethodId: `pm_${cards.length}` }, { status: 201 });
    },
  };
}
