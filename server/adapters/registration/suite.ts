import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Brand, type Campaign, ENDED, type Registrar, type SubmitOutcome } from './port.ts';

/* What every registrar does, as seen from outside. */

export interface RegistrationWorld {
  registrar: Registrar;
  /** Reviews what has been submitted so far: steps before the brand are approved. */
  passEarlierSteps(): void;
  decideBrand(decision: 'approve' | 'reject'): Promise<void>;
  decideCampaign(decision: 'approve' | 'reject'): Promise<void>;
  loseNextAnswer(of: 'brand' | 'campaign'): void;
  /** How many of each there are at the carrier; those that were ended do not count. */
  count(): Promise<{ brands: number; campaigns: number }>;
  /** Makes a number that is being attached so. */
  finishAttaching(): void;
  /** The numbers that any campaign covers, by whatever the carrier calls them. */
  attached(): Promise<string[]>;
  /** As they differ: a simulated registrar decides by words. */
  brand: Record<'good' | 'bad', Brand>;
  campaign: Record<'good' | 'bad', Campaign>;
  stop(): Promise<void>;
}

export const REFERENCE = '01930000-0000-7000-8000-000000000001';

export function brandFor(over: Partial<Brand> = {}): Brand {
  return {
    legalName: 'Quayside Talent LLC',
    brandName: 'Quayside Talent',
    entityType: 'limitedLiabilityCompany',
    ein: '123456789',
    stockExchange: null,
    stockSymbol: null,
    vertical: 'staffing',
    street: '1 Harbor Way',
    city: 'Oakland',
    state: 'CA',
    postalCode: '94607',
    website: 'https://quayside.example',
    contact: {
      firstName: 'Ana',
      lastName: 'Lopez',
      title: 'Owner',
      email: 'ana@quayside.example',
      phone: '+15105550100',
    },
    isLowVolume: true,
    ...over,
  };
}

export function campaignFor(over: Partial<Campaign> = {}): Campaign {
  return {
    useCase: 'lowVolume',
    description: 'Recruiters of Quayside Talent arrange interviews with candidates who applied for a job.',
    messageFlow:
      'Candidates tick a box on the application form at quayside.example/apply that they agree to texts.',
    privacyPolicyUrl: 'https://quayside.example/privacy',
    termsUrl: 'https://quayside.example/terms',
    samples: [
      'Quayside Talent: your interview is on Thursday at 10. Reply STOP to opt out.',
      'Hi Ana, could you start a little earlier on Monday?',
    ],
    hasLinks: false,
    hasPhoneNumbers: false,
    optInMessage: 'Quayside Talent: you get texts about your application. Reply STOP to opt out.',
    optOutMessage: 'Quayside Talent: you get no more texts. Reply START to get them again.',
    helpMessage: 'Quayside Talent: texts about your application. Reply STOP to opt out.',
    optInKeywords: ['START'],
    optOutKeywords: ['STOP'],
    helpKeywords: ['HELP'],
    ...over,
  };
}

const problemAbout = (words: RegExp) => expect.objectContaining({ sentence: expect.stringMatching(words) });

const NUMBER = { phoneNumber: '+15105550123', carrierNumberId: `PN${'a'.repeat(32)}` };

export function registrationSuite(name: string, makeWorld: () => Promise<RegistrationWorld>): void {
  describe(`${name}, registering`, () => {
    let world: RegistrationWorld;
    beforeEach(async () => {
      world = await makeWorld();
    });
    afterEach(() => world.stop());

    async function submitBrand(
      brand: Brand,
      { submission = 1, brandId = null as string | null, reference = REFERENCE } = {},
    ): Promise<SubmitOutcome> {
      for (let step = 0; step < 5; step += 1) {
        const outcome = await world.registrar.submitBrand({ reference, submission, brandId, brand });
        if (outcome.outcome !== 'pending') return outcome;
        world.passEarlierSteps();
      }
      throw new Error('The brand is never submitted');
    }

    function idOf(outcome: SubmitOutcome): string {
      if (outcome.outcome !== 'submitted') throw new Error(JSON.stringify(outcome));
      return outcome.id;
    }

    async function approvedBrand(): Promise<string> {
      const brandId = idOf(await submitBrand(world.brand.good));
      await world.decideBrand('approve');
      return brandId;
    }

    async function approvedCampaign(): Promise<string> {
      const campaignId = idOf(await offer(await approvedBrand(), world.campaign.good));
      await world.decideCampaign('approve');
      return campaignId;
    }

    const offer = (brandId: string, campaign: Campaign, submission = 1) =>
      world.registrar.submitCampaign({ reference: REFERENCE, submission, brandId, campaign });

    it('a brand and its campaign are reviewed and approved, and a number is attached', async () => {
      const { registrar } = world;
      const brandId = idOf(await submitBrand(world.brand.good));
      expect(await registrar.reviewOfBrand(brandId)).toEqual({ state: 'inReview' });
      await world.decideBrand('approve');
      expect(await registrar.reviewOfBrand(brandId)).toEqual({ state: 'approved' });

      const campaignId = idOf(await offer(brandId, world.campaign.good));
      expect(await registrar.reviewOfCampaign(campaignId)).toEqual({ state: 'inReview' });
      await world.decideCampaign('approve');
      expect(await registrar.reviewOfCampaign(campaignId)).toEqual({ state: 'approved' });

      await registrar.attachNumber({ campaignId, ...NUMBER });
      world.finishAttaching();
      for (let twice = 0; twice < 2; twice += 1)
        expect(await registrar.attachNumber({ campaignId, ...NUMBER })).toEqual({ outcome: 'attached' });
    });

    it('a number is detached once it was given back, and may be attached again', async () => {
      const { registrar } = world;
      const campaignId = await approvedCampaign();
      const attach = async () => {
        await registrar.attachNumber({ campaignId, ...NUMBER });
        world.finishAttaching();
        return registrar.attachNumber({ campaignId, ...NUMBER });
      };
      expect(await attach()).toEqual({ outcome: 'attached' });
      expect(await world.attached()).toHaveLength(1);
      for (let twice = 0; twice < 2; twice += 1) await registrar.detachNumber({ campaignId, ...NUMBER });
      expect(await world.attached()).toEqual([]);
      expect(await attach()).toEqual({ outcome: 'attached' });
    });

    it('an ended campaign is gone, and what it covered can be submitted again', async () => {
      const { registrar } = world;
      const campaignId = await approvedCampaign();
      for (let twice = 0; twice < 2; twice += 1) await registrar.endCampaign(campaignId);
      expect(await world.count()).toMatchObject({ campaigns: 0 });
      expect(await registrar.reviewOfCampaign(campaignId)).toEqual({ state: 'rejected', problems: [ENDED] });

      const again = idOf(await offer(idOf(await submitBrand(world.brand.good)), world.campaign.good, 2));
      await world.decideCampaign('approve');
      expect(await registrar.reviewOfCampaign(again)).toEqual({ state: 'approved' });
    });

    it('submitting again what was submitted makes nothing new', async () => {
      const first = await submitBrand(world.brand.good);
      expect(await submitBrand(world.brand.good)).toEqual(first);
      await world.decideBrand('approve');
      const campaign = await offer(idOf(first), world.campaign.good);
      expect(await offer(idOf(first), world.campaign.good)).toEqual(campaign);
      expect(await world.count()).toEqual({ brands: 1, campaigns: 1 });
    });

    it('a lost answer is unknown, and what it was about is found again', async () => {
      world.loseNextAnswer('brand');
      const lost = await submitBrand(world.brand.good);
      expect(lost).toEqual({ outcome: 'unknown' });
      const brandId = idOf(await submitBrand(world.brand.good));
      await world.decideBrand('approve');

      world.loseNextAnswer('campaign');
      expect(await offer(brandId, world.campaign.good)).toEqual({ outcome: 'unknown' });
      idOf(await offer(brandId, world.campaign.good));
      expect(await world.count()).toEqual({ brands: 1, campaigns: 1 });
    });

    it('the brand of another customer is another one, even with the same company', async () => {
      const mine = idOf(await submitBrand(world.brand.good));
      const theirs = idOf(await submitBrand(world.brand.good, { reference: REFERENCE.replace(/1$/, '2') }));
      expect(theirs).not.toBe(mine);
      expect(await world.count()).toMatchObject({ brands: 2 });
    });

    it('a rejected brand says why, and is the same one when corrected', async () => {
      const brandId = idOf(await submitBrand(world.brand.bad));
      await world.decideBrand('reject');
      const review = await world.registrar.reviewOfBrand(brandId);
      expect(review).toEqual({ state: 'rejected', problems: [problemAbout(/EIN/)] });

      const again = idOf(await submitBrand(world.brand.good, { submission: 2, brandId }));
      expect(again).toBe(brandId);
      await world.decideBrand('approve');
      expect(await world.registrar.reviewOfBrand(again)).toEqual({ state: 'approved' });
      expect(await world.count()).toMatchObject({ brands: 1 });
    });

    it('a rejected campaign says why, and is reviewed again when corrected', async () => {
      const brandId = await approvedBrand();
      const first = idOf(await offer(brandId, world.campaign.bad));
      await world.decideCampaign('reject');
      const review = await world.registrar.reviewOfCampaign(first);
      expect(review).toEqual({ state: 'rejected', problems: [problemAbout(/sample/i)] });

      idOf(await submitBrand(world.brand.good, { submission: 2, brandId }));
      const campaignId = idOf(await offer(brandId, world.campaign.good, 2));
      await world.decideCampaign('approve');
      expect(await world.registrar.reviewOfCampaign(campaignId)).toEqual({ state: 'approved' });
      expect(await world.count()).toEqual({ brands: 1, campaigns: 1 });
    });

    it('a campaign is refused while its brand is not approved', async () => {
      const brandId = idOf(await submitBrand(world.brand.good));
      expect(await offer(brandId, world.campaign.good)).toMatchObject({ outcome: 'refused' });
    });
  });
}
