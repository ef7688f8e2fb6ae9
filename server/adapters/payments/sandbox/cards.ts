import type pg from 'pg';
import { isExpired } from '../periods.ts';
import { CardRefused, type GatewayCard, type PaymentGateway } from '../port.ts';
import { outcomeOf } from './rules.ts';
import { type Card, insertCard, newId, readCard, readCustomer, takeCard, updateCustomer } from './store.ts';
import type { Turns } from './turns.ts';

export interface CardIssuer {
  /** Null: the number means nothing here. */
  issueCard(card: {
    name: string;
    number: string;
    expMonth: number;
    expYear: number;
  }): Promise<{ paymentMethodId: string } | null>;
}

export function cardCalls(
  pool: pg.Pool,
  turns: Turns,
): Pick<PaymentGateway, 'setCard' | 'findCard'> & CardIssuer {
  return {
    setCard: async ({ key, customerId, paymentMethodId, name }) => {
      const request = { paymentMethodId, name };
      const id = await turns.once({ customerId, key, method: 'setCard', request }, async (turn) => {
        const card = await readCard(turn.client, paymentMethodId);
        if (card === null || card.isDetached || (card.customerId ?? customerId) !== customerId)
          throw new CardRefused('declined');
        if (isExpired(card, turn.now)) throw new CardRefused('expired');
        if (card.outcome === 'refused') throw new CardRefused('declined');
        await takeCard(turn.client, paymentMethodId, customerId, name);
        await updateCustomer(turn.client, Object.assign(turn.customer, { cardId: paymentMethodId }));
        await turn.tell('card', null);
        return paymentMethodId;
      });
      const card = await readCard(pool, id);
      if (card === null) throw new Error('The sandbox lost a card');
      return presentCard(card);
    },

    findCard: async (customerId) => {
      const customer = await readCustomer(pool, customerId);
      const card = customer?.cardId ? await readCard(pool, customer.cardId) : null;
      return card === null ? null : presentCard(card);
    },

    issueCard: async ({ name, number, expMonth, expYear }) => {
      const outcome = outcomeOf(number);
      if (outcome === null) return null;
      const paymentMethodId = newId('pm');
      const card = {
        paymentMethodId,
        name,
        brand: 'visa',
        last4: number.slice(-4),
        expMonth,
        expYear,
        outcome,
      };
      await insertCard(pool, card, await turns.now());
      return { paymentMethodId };
    },
  };
}

function presentCard({ customerId: _, outcome: __, isDetached: ___, ...card }: Card): GatewayCard {
  return card;
}
