import { describe, expect, it } from 'vitest';
import { emptiedDatabase } from '../../../testing/emptied-database.ts';
import { createTestClock } from '../../../testing/test-app.ts';
import { brandFor, campaignFor, REFERENCE, registrationSuite } from '../suite.ts';
import { createSimulatorRegistrar } from './simulator.ts';

const emptied = emptiedDatabase('simulator');

registrationSuite('The simulator', async () => {
  const pool = await emptied();
  const clock = createTestClock();
  let loses: 'brand' | 'campaign' | null = null;
  const registrar = createSimulatorRegistrar({ pool, clock });
  const count = async (table: 'brands' | 'campaigns') =>
    (await pool.query(`select 1 from simulator.${table === 'brands' ? 'brands' : 'campaigns'}`)).rowCount ??
    0;
  const whenDecided = async () => clock.advance(2000);

  return {
    // Words in what is submitted decide, so they are put there.
    registrar: {
      ...registrar,
      submitBrand: ({ brand, ...order }) => {
        const legalName = loses === 'brand' ? `${brand.legalName} Lost` : brand.legalName;
        loses = loses === 'brand' ? null : loses;
        return registrar.submitBrand({ ...order, brand: { ...brand, legalName } });
      },
      submitCampaign: ({ campaign, ...order }) => {
        const samples = loses === 'campaign' ? [...campaign.samples, 'Lost'] : campaign.samples;
        loses = loses === 'campaign' ? null : loses;
        return registrar.submitCampaign({ ...order, campaign: { ...campaign, samples } });
      },
    },
    brand: { good: brandFor(), bad: brandFor({ legalName: 'Reject Talent LLC' }) },
    campaign: {
      good: campaignFor(),
      bad: campaignFor({
        samples: ['Please reject this one. Reply STOP to opt out.', 'And this one is fine.'],
      }),
    },
    passEarlierSteps: () => {},
    decideBrand: whenDecided,
    decideCampaign: whenDecided,
    loseNextAnswer: (of) => {
      loses = of;
    },
    count: async () => ({ brands: await count('brands'), campaigns: await count('campaigns') }),
    finishAttaching: () => {},
    attached: async () => {
      const { rows } = await pool.query<{ each: string }>(
        'select unnest(phone_numbers) as each from simulator.campaigns',
      );
      return rows.map(({ each }) => each);
    },
    stop: async () => {},
  };
});

describe('The simulator, set to decide', () => {
  it.each([
    ['approve', 'approved', 'approved'],
    ['rejectCompany', 'rejected', 'approved'],
    ['rejectTexts', 'approved', 'rejected'],
    ['suspend', 'approved', 'suspended'],
  ])('%s: the company is %s, its texts are %s', async (decision, brandState, campaignState) => {
    const pool = await emptied();
    const clock = createTestClock();
    const registrar = createSimulatorRegistrar({ pool, clock });
    const order = { reference: REFERENCE, submission: 1 };
    const brand = await registrar.submitBrand({ ...order, brandId: null, brand: brandFor() });
    if (brand.outcome !== 'submitted') throw new Error(brand.outcome);
    clock.advance(2000);
    const campaign = await registrar.submitCampaign({
      ...order,
      brandId: brand.id,
      campaign: campaignFor(),
    });
    if (campaign.outcome !== 'submitted') throw new Error(campaign.outcome);
    clock.advance(2000);
    await pool.query('insert into simulator.network (behavior) values ($1)', [
      JSON.stringify({ registration: decision }),
    ]);
    expect((await registrar.reviewOfBrand(brand.id)).state).toBe(brandState);
    expect((await registrar.reviewOfCampaign(campaign.id)).state).toBe(campaignState);
  });
});
