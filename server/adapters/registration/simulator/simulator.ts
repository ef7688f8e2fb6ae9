import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Registrar, Review } from '../port.ts';

/** In a company's legal name, or in a sample, these words decide what the simulated registrar does. */
const REJECTED = /\breject\b/i;
const LOST_ANSWER = /\blost\b/i;

/** The registrar of local mode: it reads no more than the magic words, and approves everything else after a moment. */
export function createSimulatorRegistrar(deps: {
  pool: pg.Pool;
  clock: () => Date;
  /** From handing in to the decision. */
  reviewMs?: number;
}): Registrar {
  const reviewMs = deps.reviewMs ?? 2000;
  const decision = () => new Date(deps.clock().getTime() + reviewMs);

  const reviewOf = (decidedAt: Date, problem: string | null): Review => {
    if (decidedAt > deps.clock()) return { state: 'inReview' };
    return problem === null ? { state: 'approved' } : { state: 'rejected', problems: [problem] };
  };

  return {
    name: 'simulator',
    settlesAfterMs: 1000,

    async submitBrand({ reference, brand }) {
      // Handed in again after a correction it is reviewed again; as it was, it is the same brand.
      const { rows } = await deps.pool.query<{ id: string; is_new: boolean }>(
        `insert into simulator.brands as present (reference, id, legal_name, decided_at) values ($1, $2, $3, $4)
         on conflict (reference) do update set
           decided_at = case when present.legal_name = excluded.legal_name then present.decided_at else excluded.decided_at end,
           legal_name = excluded.legal_name
         returning id, id = $2 as is_new`,
        [reference, `SB${randomUUID()}`, brand.legalName, decision()],
      );
      const kept = rows[0];
      if (kept === undefined || (kept.is_new && LOST_ANSWER.test(brand.legalName)))
        return { outcome: 'unknown' };
      return { outcome: 'submitted', id: kept.id };
    },

    async reviewOfBrand(brandId) {
      const { rows } = await deps.pool.query<{ legal_name: string; decided_at: Date }>(
        'select legal_name, decided_at from simulator.brands where id = $1',
        [brandId],
      );
      const brand = rows[0];
      if (brand === undefined) throw new Error('The simulated registrar knows no such brand');
      return reviewOf(
        brand.decided_at,
        REJECTED.test(brand.legal_name) ? 'The EIN does not belong to this legal name.' : null,
      );
    },

    async submitCampaign({ reference, brandId, campaign }) {
      if ((await this.reviewOfBrand(brandId)).state !== 'approved')
        return { outcome: 'refused', problems: ['The brand is not approved.'] };
      const { rows } = await deps.pool.query<{ id: string; is_new: boolean }>(
        `insert into simulator.campaigns as present (reference, id, samples, decided_at) values ($1, $2, $3, $4)
         on conflict (reference) do update set
           decided_at = case when present.samples = excluded.samples then present.decided_at else excluded.decided_at end,
           samples = excluded.samples
         returning id, id = $2 as is_new`,
        [reference, `SC${randomUUID()}`, campaign.samples, decision()],
      );
      const kept = rows[0];
      const isLost = campaign.samples.some((sample) => LOST_ANSWER.test(sample));
      if (kept === undefined || (kept.is_new && isLost)) return { outcome: 'unknown' };
      return { outcome: 'submitted', id: kept.id };
    },

    async reviewOfCampaign({ campaignId }) {
      const { rows } = await deps.pool.query<{ samples: string[]; decided_at: Date }>(
        'select samples, decided_at from simulator.campaigns where id = $1',
        [campaignId],
      );
      const campaign = rows[0];
      if (campaign === undefined) throw new Error('The simulated registrar knows no such campaign');
      const isRejected = campaign.samples.some((sample) => REJECTED.test(sample));
      return reviewOf(
        campaign.decided_at,
        isRejected ? "A sample message doesn't fit what the campaign is for." : null,
      );
    },

    async attachNumber({ reference, campaignId, phoneNumber }) {
      const review = await this.reviewOfCampaign({ reference, campaignId });
      if (review.state !== 'approved') return { outcome: 'refused', detail: 'the campaign is not approved' };
      await deps.pool.query(
        `update simulator.campaigns set phone_numbers = phone_numbers || $2::text
          where id = $1 and $2 <> all (phone_numbers)`,
        [campaignId, phoneNumber],
      );
      return { outcome: 'attached' };
    },
  };
}
