import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeTelnyxRegistry, startFakeTelnyxRegistry } from '../fakes/fake-telnyx-registry.ts';
import type { Registrar } from '../port.ts';
import { brandFor, campaignFor, REFERENCE, registrationSuite } from '../suite.ts';
import { createTelnyxRegistrar } from './telnyx.ts';

const registrarOf = (fake: FakeTelnyxRegistry) =>
  createTelnyxRegistrar({
    apiKey: fake.apiKey,
    webhookUrl: 'https://hiretext.example/webhooks/telnyx/registration',
    apiBaseUrl: fake.url,
    timeoutMs: 5000,
  });

registrationSuite('Telnyx', async () => {
  const fake = await startFakeTelnyxRegistry();
  return {
    registrar: registrarOf(fake),
    brand: { good: brandFor(), bad: brandFor({ ein: '999999999' }) },
    campaign: { good: campaignFor(), bad: campaignFor({ description: 'x'.repeat(50) }) },
    passEarlierSteps: () => {},
    decideBrand: async (decision) => {
      const brand = fake.brands.at(-1);
      if (brand === undefined) throw new Error('There is no brand');
      Object.assign(brand, {
        status: 'OK',
        identityStatus: decision === 'approve' ? 'VERIFIED' : 'UNVERIFIED',
      });
      fake.feedback.set(String(brand.brandId), decision === 'approve' ? [] : ['TAX_ID']);
    },
    decideCampaign: async (decision) => {
      const campaign = fake.campaigns.at(-1);
      if (campaign === undefined) throw new Error('There is no campaign');
      campaign.campaignStatus = decision === 'approve' ? 'MNO_PROVISIONED' : 'TELNYX_FAILED';
      campaign.failureReasons = decision === 'approve' ? '' : 'Invalid sample message';
    },
    loseNextAnswer: (of) =>
      fake.failNext(of === 'brand' ? /^POST .*\/brand$/ : /^POST .*\/campaignBuilder$/, {
        kind: 'acceptThenReset',
      }),
    count: async () => ({
      brands: fake.brands.length,
      campaigns: fake.campaigns.filter(({ status }) => status === 'ACTIVE').length,
    }),
    finishAttaching: () => {
      for (const assignment of fake.assignments.values()) assignment.assignmentStatus = 'ASSIGNED';
    },
    attached: async () => [...fake.assignments.keys()],
    stop: fake.stop,
  };
});

describe('Telnyx', () => {
  let fake: FakeTelnyxRegistry;
  let registrar: Registrar;
  beforeEach(async () => {
    fake = await startFakeTelnyxRegistry();
    registrar = registrarOf(fake);
  });
  afterEach(() => fake.stop());

  const submit = (over = {}) =>
    registrar.submitBrand({ reference: REFERENCE, submission: 1, brandId: null, brand: brandFor(over) });

  it.each([
    ['REGISTRATION_PENDING', null, 'inReview'],
    ['OK', 'SELF_DECLARED', 'inReview'],
    ['OK', 'VERIFIED', 'approved'],
    ['OK', 'VETTED_VERIFIED', 'approved'],
    ['OK', 'UNVERIFIED', 'rejected'],
    ['REGISTRATION_FAILED', null, 'rejected'],
  ])('a brand that is %s and %s is %s', async (status, identityStatus, state) => {
    const handed = await submit();
    Object.assign(fake.brands[0] ?? {}, { status, identityStatus });
    if (handed.outcome !== 'submitted') throw new Error(handed.outcome);
    expect(await registrar.reviewOfBrand(handed.id)).toMatchObject({ state });
  });

  it.each([
    ['TCR_PENDING', 'inReview'],
    ['TELNYX_ACCEPTED', 'inReview'],
    ['MNO_ACCEPTED', 'inReview'],
    ['MNO_PROVISIONED', 'approved'],
    ['TCR_FAILED', 'rejected'],
    ['MNO_REJECTED', 'rejected'],
    ['TCR_SUSPENDED', 'suspended'],
    ['TCR_EXPIRED', 'rejected'],
  ])('a campaign that is %s is %s', async (campaignStatus, state) => {
    await submit();
    Object.assign(fake.brands[0] ?? {}, { status: 'OK', identityStatus: 'VERIFIED' });
    const offered = await registrar.submitCampaign({
      reference: REFERENCE,
      submission: 1,
      brandId: String(fake.brands[0]?.brandId),
      campaign: campaignFor(),
    });
    if (offered.outcome !== 'submitted') throw new Error(offered.outcome);
    Object.assign(fake.campaigns[0] ?? {}, { campaignStatus });
    expect(await registrar.reviewOfCampaign(offered.id)).toMatchObject({ state });
  });

  it('finds its brand among many of one name', async () => {
    for (let other = 0; other < 120; other += 1)
      fake.brands.push({ brandId: `other-${other}`, displayName: 'Quayside Talent', webhookURL: null });
    const first = await submit();
    expect(await submit()).toEqual(first);
    expect(fake.brands).toHaveLength(121);
  });

  it('says what Telnyx says of a brand that it refuses', async () => {
    expect(await submit({ ein: '12' })).toEqual({
      outcome: 'refused',
      problems: [{ sentence: 'ein must have nine digits' }],
    });
  });

  it('waits where Telnyx is busy', async () => {
    fake.failNext(/^POST .*\/brand$/, { kind: '429' });
    expect(await submit()).toMatchObject({ outcome: 'notReached' });
    fake.failNext(/^GET .*\/brand$/, { kind: 'reset' });
    expect(await submit()).toMatchObject({ outcome: 'notReached' });
    expect(fake.brands).toHaveLength(0);
  });

  it('a number that could not be attached says why', async () => {
    fake.assignments.set('+15105550123', {
      campaignId: 'c',
      assignmentStatus: 'FAILED_ASSIGNMENT',
      failureReasons: 'The number is not ours.',
    });
    const order = { phoneNumber: '+15105550123', carrierNumberId: '1' };
    expect(await registrar.attachNumber({ ...order, campaignId: 'c' })).toEqual({
      outcome: 'refused',
      detail: 'The number is not ours.',
    });
  });

  it("a number that another campaign has is taken over, and is left to its new one by the former's end", async () => {
    const number = { phoneNumber: '+15105550123', carrierNumberId: '1' };
    fake.assignments.set(number.phoneNumber, { campaignId: 'former', assignmentStatus: 'ASSIGNED' });
    fake.campaigns.push({ campaignId: 'mine', campaignStatus: 'MNO_PROVISIONED' });
    expect(await registrar.attachNumber({ ...number, campaignId: 'mine' })).toEqual({ outcome: 'pending' });
    expect(fake.assignments.get(number.phoneNumber)).toMatchObject({ campaignId: 'mine' });
    await registrar.detachNumber({ ...number, campaignId: 'former' });
    expect(fake.assignments.get(number.phoneNumber)).toMatchObject({ campaignId: 'mine' });
  });
});
