import Stripe from 'stripe';
import type { Terms } from '../port.ts';
import { ask } from './call.ts';

/** What is sold, under ids of ours: a price is written where it is used, but has to name its product. */
export interface Products {
  idOf(terms: Pick<Terms, 'price' | 'description'>): Promise<string>;
}

export function createProducts(stripe: Stripe): Products {
  const known = new Map<string, Promise<string>>();

  async function ensure({ price, description }: Pick<Terms, 'price' | 'description'>): Promise<string> {
    const id = `hiretext_${price}`;
    try {
      await ask(() => stripe.products.create({ id, name: description }));
    } catch (error) {
      if (!isThere(error)) throw error;
      await ask(() => stripe.products.update(id, { name: description }));
    }
    return id;
  }

  return {
    idOf: (terms) => {
      const name = `${terms.price} ${terms.description}`;
      const given = known.get(name) ?? ensure(terms);
      known.set(name, given);
      given.catch(() => known.delete(name));
      return given;
    },
  };
}

const isThere = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists';
