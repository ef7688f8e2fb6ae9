import { useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loadAgain, putAnswer } from '../../../lib/api/cache.ts';
import { cardQuery } from '../billing-query.ts';

/** There is no card, or it was refused: another one may work. */
export const isAboutCard = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'card_required' || error.code === 'card_declined' || error.code === 'card_expired');

/** Makes the card behind a gateway's token the one that pays. */
export function useSaveCard(): (paymentMethodId: string, name: string) => Promise<void> {
  const queryClient = useQueryClient();
  return async (paymentMethodId, name) => {
    const card = await call(routes.updateCard, { body: { paymentMethodId, name } });
    putAnswer(queryClient, cardQuery().queryKey, card);
    // A payment that had failed may have been tried again with it.
    for (const route of [routes.getAccount, routes.listInvoices]) loadAgain(queryClient, route);
  };
}
