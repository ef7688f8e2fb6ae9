import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { SimulatedNetwork } from '../../../../contract/simulator.ts';
import { ENDED, type Problem, type Registrar, type Review } from '../port.ts';

/** In a company's legal name, or in a sample, these words decide what the simulated registrar does. */
const REJECTED = /\breject\b/i;
const LOST_ANSWER = /\blost\b/i;

const NOT_THEIRS: Problem = { sentence: "The EIN doesn't belong to this legal name." };
const UNFIT_SAMPLE: Problem = { sentence: "A sample text doesn't match what the campaign is for." };
const COMPLAINTS: Problem = { sentence: 'Too many people complained about texts from this campaign.' };

interface Deps {
  pool: pg.Pool;
  clock: () => Date;
  /** From submitting to the decision. */
  reviewMs?: number;
}

type BrandCalls = Pick<Registrar, 'submitBrand' | 'reviewOfBrand'>;
type CampaignCalls = Pick<Registrar, 'submitCampaign' | 'reviewOfCampaign'>;

/**
 * The registrar of local mode: it approves everything after a moment but what has a magic word, unless its network is
 * set to decide otherwise (contract/simulator.ts).
 */
export function createSimulatorRegistrar(deps: Deps): Registrar {
  const brands = brandCalls(deps);
  const campaigns = campaignCalls(deps, brands);
  return {
    name: 'simulator',
    settlesAfterMs: 1000,
    looksEveryMs: 10_000,
    ...brands,
    ...campaigns,

    async attachNumber({ campaignId, phoneNumber }) {
      const review = await campaigns.reviewOfCampaign(campaignId);
      if (review.state !== 'approved') return { outcome: 'refused', detail: "The campaign isn't approved." };
      await deps.pool.query(
        `update simulator.campaigns set phone_numbers = phone_numbers || $2::text
          where id = $1 and $2 <> all (phone_numbers)`,
        [campaignId, phoneNumber],
      );
      return { outcome: 'attached' };
    },

    async detachNumber({ campaignId, phoneNumber }) {
      await deps.pool.query(
        'update simulator.campaigns set phone_numbers = array_remove(phone_numbers, $2) where id = $1',
        [campaignId, phoneNumber],
      );
    },

    async endCampaign(campaignId) {
      await deps.pool.query('delete from simulator.campaigns where id = $1', [campaignId]);
    },
  };
}

function brandCalls(deps: Deps): BrandCalls {
  return {
    async submitBrand({ reference, brand }) {
      // Submitted again after a correction it is reviewed again; as it was, it is the same brand.
      const { rows } = await deps.pool.query<{ id: string; is_new: boolean }>(
        `insert into simulator.brands as present (reference, id, legal_name, decided_at) values ($1, $2, $3, $4)
         on conflict (reference) do update set
           decided_at = case when present.legal_name = excluded.legal_name then present.decided_at else excluded.decided_at end,
           legal_name = excluded.legal_name
         returning id, id = $2 as is_new`,
        [reference, `SB${randomUUID()}`, brand.legalName, decisionTime(deps)],
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
      const isRejected = REJECTED.test(brand.legal_name) || (await isSetTo(deps, 'rejectCompany'));
      return reviewOf(deps, brand.decided_at, isRejected ? NOT_THEIRS : null);
    },
  };
}

function campaignCalls(deps: Deps, brands: BrandCalls): CampaignCalls {
  return {
    async submitCampaign({ reference, brandId, campaign }) {
      if ((await brands.reviewOfBrand(brandId)).state !== 'approved')
        return { outcome: 'refused', problems: [{ sentence: "The brand isn't approved." }] };
      const { rows } = await deps.pool.query<{ id: string; is_new: boolean }>(
        `insert into simulator.campaigns as present (reference, id, samples, decided_at) values ($1, $2, $3, $4)
         on conflict (reference) do update set
           decided_at = case when present.samples = excluded.samples then present.decided_at else excluded.decided_at end,
           samples = excluded.samples
         returning id, id = $2 as is_new`,
        [reference, `SC${randomUUID()}`, campaign.samples, decisionTime(deps)],
      );
      const kept = rows[0];
      const isLost = campaign.samples.some((sample) => LOST_ANSWER.test(sample));
      if (kept === undefined || (kept.is_new && isLost)) return { outcome: 'unknown' };
      return { outcome: 'submitted', id: kept.id };
    },

    async reviewOfCampaign(campaignId) {
      const { rows } = await deps.pool.query<{ samples: string[]; decided_at: Date }>(
        'select samples, decided_at from simulator.campaigns where id = $1',
        [campaignId],
      );
      const campaign = rows[0];
      if (campaign === undefined) return { state: 'rejected', problems: [ENDED] };
      const isRejected =
        campaign.samples.some((sample) => REJECTED.test(sample)) || (await isSetTo(deps, 'rejectTexts'));
      const review = reviewOf(deps, campaign.decided_at, isRejected ? UNFIT_SAMPLE : null);
      return review.state === 'approved' && (await isSetTo(deps, 'suspend'))
        ? { state: 'suspended', problems: [COMPLAINTS] }
        : review;
    },
  };
}

function decisionTime({ clock, reviewMs = 2000 }: Deps): Date {
  return new Date(clock().getTime() + reviewMs);
}

function reviewOf({ clock }: Deps, decidedAt: Date, problem: Problem | null): Review {
  if (decidedAt > clock()) return { state: 'inReview' };
  return problem === null ? { state: 'approved' } : { state: 'rejected', problems: [problem] };
}

async function isSetTo({ pool }: Deps, decision: SimulatedNetwork['registration']): Promise<boolean> {
  const { rows } = await pool.query<{ registration: string | null }>(
    "select behavior ->> 'registration' as registration from simulator.network",
  );
  return rows[0]?.registration === decision;
}
