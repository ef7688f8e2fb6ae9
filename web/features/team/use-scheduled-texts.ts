import { useQuery } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/route-query.ts';

/** What of a seat, and of who has it, has not gone out; asked anew by each dialog. Nothing is asked without a seat. */
export const useScheduledTexts = (seatId: string | null) =>
  useQuery({
    ...routeQuery(routes.getScheduledTexts, { params: { id: seatId ?? '' } }),
    enabled: seatId !== null,
    staleTime: 0,
    gcTime: 0,
  });

export const scheduledTexts = (count: number): string =>
  count === 1 ? '1 scheduled text' : `${count} scheduled texts`;

/** For a dialog in which the number goes away. */
export const canceledTexts = (count: number): string =>
  count === 0
    ? 'No texts are scheduled from it.'
    : `${scheduledTexts(count)} from it ${count === 1 ? 'is' : 'are'} canceled now; the conversations show it.`;
