import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeTwilioRegistry, startFakeTwilioRegistry } from '../fakes/fake-twilio-registry.ts';
import { ENDED, type Registrar } from '../port.ts';
import { brandFor, campaignFor, REFERENCE, registrationSuite } from '../suite.ts';
import { createTwilioRegistrar } from './twilio.ts';

const registrarOf = (fake: FakeTwilioRegistry) =>
  createTwilioRegistrar({
    accountSid: fake.accountSid,
    authToken: fake.authToken,
    primaryProfileSid: fake.primaryProfileSid,
    apiBaseUrl: fake.url,
    timeoutMs: 5000,
  });

function approveBundles(fake: FakeTwilioRegistry): void {
  for (const bundle of fake.bundles.values())
    if (bundle.status === 'pending-review') bundle.status = 'twilio-approved';
}

registrationSuite('Twilio', async () => {
  const fake = await startFakeTwilioRegistry();
  return {
    registrar: registrarOf(fake),
    brand: { good: brandFor(), bad: brandFor({ ein: '999999999' }) },
    campaign: { good: campaignFor(), bad: campaignFor({ description: `${'x'.repeat(50)}` }) },
    passEarlierSteps: () => approveBundles(fake),
    decideBrand: async (decision) => {
      const brand = fake.brands.at(-1);
      if (brand === undefined) throw new Error('There is no brand');
      brand.status = decision === 'approve' ? 'APPROVED' : 'FAILED';
      brand.brand_feedback = decision === 'approve' ? [] : ['TAX_ID'];
    },
    decideCampaign: async (decision) => {
      const campaign = fake.campaigns.at(-1);
      if (campaign === undefined) throw new Error('There is no campaign');
      campaign.campaign_status = decision === 'approve' ? 'VERIFIED' : 'FAILED';
      campaign.errors =
        decision === 'approve' ? [] : [{ error_code: 30893, description: 'Invalid sample message' }];
    },
    loseNextAnswer: (of) =>
      fake.failNext(of === 'brand' ? /^POST .*BrandRegistrations$/ : /^POST .*Usa2p$/, {
        kind: 'acceptThenReset',
      }),
    count: async () => ({ brands: fake.brands.length, campaigns: fake.campaigns.length }),
    finishAttaching: () => {},
    attached: async () => fake.services.flatMap(({ numbers }) => numbers),
    stop: fake.stop,
  };
});

describe('Twilio', () => {
  let fake: FakeTwilioRegistry;
  let registrar: Registrar;
  beforeEach(async () => {
    fake = await startFakeTwilioRegistry();
    registrar = registrarOf(fake);
  });
  afterEach(() => fake.stop());

  const submit = (submission = 1, over = {}) =>
    registrar.submitBrand({ reference: REFERENCE, submission, brandId: null, brand: brandFor(over) });

  /** Every call on the way to a brand, with its answer lost: nothing is ever there twice. */
  it.each([
    'Addresses.json',
    'CustomerProfiles',
    'EndUsers',
    'SupportingDocuments',
    'EntityAssignments',
    'Evaluations',
    'CustomerProfiles/BU\\w+',
    'TrustProducts',
    'TrustProducts/BU\\w+',
    'BrandRegistrations',
  ])('goes on after a lost answer to POST %s', async (path) => {
    fake.failNext(new RegExp(`^POST .*/${path}$`), { kind: 'acceptThen500' });
    const outcomes: string[] = [];
    for (let step = 0; step < 6 && !outcomes.includes('submitted'); step += 1) {
      outcomes.push((await submit()).outcome);
      approveBundles(fake);
    }
    expect(outcomes).toContain('unknown');
    expect(outcomes.at(-1)).toBe('submitted');
    expect(fake.brands).toHaveLength(1);
    expect(fake.bundles.size).toBe(2);
  });

  it('waits where Twilio is busy', async () => {
    fake.failNext(/^POST .*CustomerProfiles$/, { kind: '429', retryAfterSeconds: 7 });
    expect(await submit()).toEqual({ outcome: 'notReached', retryAfterMs: 7000 });
    fake.failNext(/^GET .*CustomerProfiles$/, { kind: '503' });
    expect(await submit()).toMatchObject({ outcome: 'notReached' });
  });

  it('reports what an evaluation finds missing, and goes on once it is there', async () => {
    expect(await submit(1, { ein: '12' })).toEqual({
      outcome: 'refused',
      problems: [{ sentence: 'The EIN must have nine digits.' }],
    });
    expect(await submit(2)).toEqual({ outcome: 'pending' });
  });

  it('a profile that Twilio rejects is refused, and submitted again when corrected', async () => {
    await submit();
    const [profile] = fake.bundles.values();
    if (profile === undefined) throw new Error('There is no profile');
    profile.status = 'twilio-rejected';
    profile.errors = [{ code: 22220, message: 'The business could not be found.' }];
    expect(await submit()).toEqual({
      outcome: 'refused',
      problems: [{ sentence: 'The business could not be found.' }],
    });
    expect(await submit(2, { legalName: 'Quayside Talent Inc' })).toEqual({ outcome: 'pending' });
    expect(profile.status).toBe('pending-review');
    const names = [...fake.entities.values()].map(({ attributes }) => attributes.business_name);
    expect(names).toContain('Quayside Talent Inc');
    expect(names).not.toContain('Quayside Talent LLC');
  });

  /** Submitted, and the campaign offered on an approved brand. */
  async function offered(over = {}, submission = 1): Promise<string> {
    while ((await submit(submission, over)).outcome === 'pending') approveBundles(fake);
    const brand = fake.brands[0];
    if (brand === undefined) throw new Error('There is no brand');
    brand.status = 'APPROVED';
    return offer(submission);
  }

  async function offer(submission: number, over = {}): Promise<string> {
    const outcome = await registrar.submitCampaign({
      reference: REFERENCE,
      submission,
      brandId: fake.brands[0]?.sid ?? '',
      campaign: campaignFor(over),
    });
    if (outcome.outcome !== 'submitted') throw new Error(JSON.stringify(outcome));
    return outcome.id;
  }

  it.each([
    [true, 'true'],
    [false, 'false'],
  ])(
    'the vetting that is charged apart is left out where little is texted (%s)',
    async (isLowVolume, skips) => {
      await offered({ isLowVolume });
      expect(fake.brands[0]?.form.get('SkipAutomaticSecVet')).toBe(skips);
    },
  );

  it('numbers in the service still report their texts to us', async () => {
    await offered();
    expect(fake.services).toMatchObject([{ use_inbound_webhook_on_number: true }]);
    expect(fake.campaigns[0]?.form.getAll('OptOutKeywords')).toEqual(['STOP']);
    expect(fake.campaigns[0]?.form.has('Mock')).toBe(false);
  });

  it('says what to change where Twilio has a code', async () => {
    const id = await offered();
    Object.assign(fake.campaigns[0] ?? {}, {
      campaign_status: 'FAILED',
      errors: [
        { error_code: 30925, description: 'The campaign submission has been reviewed and rejected.' },
        { error_code: 1, description: 'Something new' },
        {},
      ],
    });
    expect(await registrar.reviewOfCampaign(id)).toEqual({
      state: 'rejected',
      problems: [
        {
          field: 'messageFlow',
          sentence: 'The box for texts is missing or already checked.',
          fix: 'Add a box just for texts that candidates check themselves.',
        },
        { sentence: 'Something new' },
      ],
    });
  });

  it.each<[string, number, object, boolean]>([
    ['what can be corrected is the same campaign', 30893, {}, true],
    ['what is refused for good gives way to another one', 30883, {}, false],
    ['another use case is another campaign', 30893, { useCase: 'mixed' }, false],
  ])('corrected, %s', async (_, code, over, isSame) => {
    const first = await offered();
    Object.assign(fake.campaigns[0] ?? {}, {
      campaign_status: 'FAILED',
      errors: [{ error_code: code, description: 'No' }],
    });
    const second = await offer(2, over);
    expect(second === first).toBe(isSame);
    expect(fake.campaigns).toMatchObject([{ campaign_status: 'IN_PROGRESS' }]);
  });

  it('a suspended campaign is suspended, and one that was deleted at Twilio has ended', async () => {
    const id = await offered();
    Object.assign(fake.campaigns[0] ?? {}, { campaign_status: 'SUSPENDED' });
    expect(await registrar.reviewOfCampaign(id)).toEqual({ state: 'suspended', problems: [] });
    fake.campaigns.pop();
    expect(await registrar.reviewOfCampaign(id)).toEqual({ state: 'rejected', problems: [ENDED] });
  });

  it('a campaign that Twilio cannot be asked about is not taken for gone', async () => {
    const id = await offered();
    fake.failNext(/^GET .*Usa2p\//, { kind: '503' });
    await expect(registrar.reviewOfCampaign(id)).rejects.toThrow('find campaign');
  });
});
