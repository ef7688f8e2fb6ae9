import { z } from 'zod';
import { errorOf, failureOf, isGone } from '../../carrier/twilio/api.ts';
import { concludeFrom, okReply } from '../../carrier/vendor-call.ts';
import { problemOfFeedback, UNVERIFIED } from '../brand-feedback.ts';
import { outcomeOf } from '../ended-early.ts';
import { type Brand, type Campaign, ENDED, type Registrar, type Review } from '../port.ts';
import { customerProfile, requireApproved, trustProduct } from './bundles.ts';
import { messagingEntities, profileEntities } from './entities.ts';
import { isFinal, problemsIn } from './refusals.ts';
import { createRegistryApi, type Form, problemsOf, type RegistryApi } from './registry-api.ts';

/*
 * Twilio's way for software companies whose customers each text as their own brand: customer profile, trust product,
 * brand, messaging service, campaign. Names of calls and fields by its API definition (twilio/twilio-oai,
 * twilio_trusthub_v1.json and twilio_messaging_v1.json); attributes of entities by its onboarding guide.
 */

interface TwilioRegistrarConfig {
  accountSid: string;
  authToken: string;
  /** The operator's own approved profile in Trust Hub (BU…), which vouches for its customers'. */
  primaryProfileSid: string;
  apiBaseUrl?: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** As with texts: what was made is listed at once, and the longest call takes a quarter of this. */
const SETTLES_AFTER_MS = 60_000;
/** Twilio asks for no more than one such call a second, for all customers; a text that is blocked makes us ask at once. */
const LOOKS_EVERY_MS = 6 * 3600_000;

const sidSchema = z.object({ sid: z.string().min(1) });
const addressSchema = z.object({ sid: z.string().min(1), friendly_name: z.string() });
const brandSchema = z.object({
  sid: z.string().min(1),
  customer_profile_bundle_sid: z.string().nullish(),
  status: z.string(),
  brand_feedback: z.array(z.string()).nullish(),
  errors: z.unknown().optional(),
});
const serviceSchema = z.object({ sid: z.string().min(1), friendly_name: z.string() });
const campaignSchema = z.object({
  sid: z.string().min(1),
  campaign_status: z.string(),
  us_app_to_person_usecase: z.string().nullish(),
  errors: z.unknown().optional(),
});

const ALREADY_IN_SERVICE = 21710;

const useCases = { lowVolume: 'LOW_VOLUME', mixed: 'MIXED', customerCare: 'CUSTOMER_CARE' } as const;

export function createTwilioRegistrar(config: TwilioRegistrarConfig): Registrar {
  const api = createRegistryApi({
    accountSid: config.accountSid,
    authToken: config.authToken,
    apiBaseUrl: config.apiBaseUrl,
    timeoutMs: config.timeoutMs ?? 15_000,
    fetch: config.fetch ?? fetch,
  });

  return {
    name: 'twilio',
    settlesAfterMs: SETTLES_AFTER_MS,
    looksEveryMs: LOOKS_EVERY_MS,
    ...brandCalls(api, config.primaryProfileSid),
    ...campaignCalls(api),

    async attachNumber({ campaignId, carrierNumberId }) {
      const reply = await api.call(
        'messaging',
        'POST',
        numbersOf(campaignId),
        new URLSearchParams({ PhoneNumberSid: carrierNumberId }),
      );
      if (concludeFrom(reply) === 'ok' || errorOf(reply).code === ALREADY_IN_SERVICE)
        return { outcome: 'attached' };
      if (concludeFrom(reply) === 'refused')
        return {
          outcome: 'refused',
          detail: problemsOf(reply)
            .map(({ sentence }) => sentence)
            .join(' '),
        };
      throw failureOf('attach number', reply);
    },

    detachNumber: ({ campaignId, carrierNumberId }) =>
      api.remove('detach number', 'messaging', `${numbersOf(campaignId)}/${carrierNumberId}`),
  };
}

function brandCalls(
  api: RegistryApi,
  primaryProfileSid: string,
): Pick<Registrar, 'submitBrand' | 'reviewOfBrand'> {
  return {
    submitBrand: ({ reference, submission, brand }) =>
      outcomeOf(async () => {
        const order = { reference, submission };
        const addressSid = await keepAddress(api, reference, brand);
        const profileSid = await requireApproved(api, customerProfile, order, {
          email: brand.contact.email,
          entities: profileEntities(brand, addressSid),
          bundleSids: [primaryProfileSid],
        });
        const productSid = await requireApproved(api, trustProduct, order, {
          email: brand.contact.email,
          entities: messagingEntities(brand),
          bundleSids: [profileSid],
        });
        const present = await api.find(
          'find brand',
          { host: 'messaging', path: '/v1/a2p/BrandRegistrations?PageSize=100', list: 'data' },
          brandSchema,
          (each) => each.customer_profile_bundle_sid === profileSid,
        );
        if (present === null) {
          const made = await api.change(
            'messaging',
            '/v1/a2p/BrandRegistrations',
            {
              CustomerProfileBundleSid: profileSid,
              A2PProfileBundleSid: productSid,
              BrandType: 'STANDARD',
              // A "low-volume standard" brand is a standard one without it; it is charged apart.
              SkipAutomaticSecVet: String(brand.isLowVolume),
            },
            sidSchema,
          );
          return { outcome: 'submitted', id: made.sid };
        }
        // Hands the corrected profile in again.
        if (present.status === 'FAILED')
          await api.change('messaging', `/v1/a2p/BrandRegistrations/${present.sid}`, {}, sidSchema);
        return { outcome: 'submitted', id: present.sid };
      }),

    async reviewOfBrand(brandId): Promise<Review> {
      const path = `/v1/a2p/BrandRegistrations/${encodeURIComponent(brandId)}`;
      const brand = await api.read('find brand', 'messaging', path, brandSchema);
      switch (brand.status) {
        case 'APPROVED':
          return { state: 'approved' };
        case 'SUSPENDED':
          return { state: 'suspended', problems: problemsIn(brand.errors) };
        case 'FAILED':
        case 'DELETION_PENDING':
        case 'DELETION_FAILED': {
          const problems = [
            ...(brand.brand_feedback ?? []).map(problemOfFeedback),
            ...problemsIn(brand.errors),
          ];
          return { state: 'rejected', problems: problems.length > 0 ? problems : [UNVERIFIED] };
        }
        default:
          return { state: 'inReview' };
      }
    },
  };
}

function campaignCalls(
  api: RegistryApi,
): Pick<Registrar, 'submitCampaign' | 'reviewOfCampaign' | 'endCampaign'> {
  return {
    submitCampaign: ({ reference, brandId, campaign }) =>
      outcomeOf(async () => {
        const service = (await findService(api, reference)) ?? (await makeService(api, reference));
        const place = pathOfCampaign(service.sid);
        const present = await findCampaign(api, service.sid);
        if (present !== null && !mustBeReplaced(present, campaign)) {
          if (present.campaign_status === 'FAILED')
            await api.change('messaging', `${place}/${present.sid}`, campaignForm(campaign), sidSchema);
          return { outcome: 'submitted', id: idOf(service.sid, present.sid) };
        }
        if (present !== null) await api.remove('end campaign', 'messaging', `${place}/${present.sid}`);
        const form = { BrandRegistrationSid: brandId, ...newCampaignForm(campaign) };
        const made = await api.change('messaging', place, form, sidSchema);
        return { outcome: 'submitted', id: idOf(service.sid, made.sid) };
      }),

    async reviewOfCampaign(campaignId): Promise<Review> {
      const reply = await api.call('messaging', 'GET', pathOf(campaignId));
      if (isGone(reply)) return { state: 'rejected', problems: [ENDED] };
      const campaign = okReply(reply, campaignSchema);
      if (campaign === null) throw failureOf('find campaign', reply);
      const problems = problemsIn(campaign.errors);
      switch (campaign.campaign_status) {
        case 'VERIFIED':
          return { state: 'approved' };
        case 'FAILED':
          return {
            state: 'rejected',
            problems: problems.length > 0 ? problems : [{ sentence: 'The carriers refused the campaign.' }],
          };
        case 'SUSPENDED':
          return { state: 'suspended', problems };
        default:
          return { state: 'inReview' };
      }
    },

    endCampaign: (campaignId) => api.remove('end campaign', 'messaging', pathOf(campaignId)),
  };
}

/** What was refused for good takes no correction, and the use case can't be corrected: another campaign takes its place. */
function mustBeReplaced(present: z.infer<typeof campaignSchema>, campaign: Campaign): boolean {
  if (present.campaign_status !== 'FAILED') return false;
  return isFinal(present.errors) || present.us_app_to_person_usecase !== useCases[campaign.useCase];
}

/** A campaign is found in its messaging service only, so its id names both. */
const idOf = (serviceSid: string, campaignSid: string) => `${serviceSid}/${campaignSid}`;

function pathOf(campaignId: string): string {
  const [serviceSid = '', campaignSid = ''] = campaignId.split('/');
  return `${pathOfCampaign(serviceSid)}/${campaignSid}`;
}

const numbersOf = (campaignId: string) => `/v1/Services/${campaignId.split('/')[0]}/PhoneNumbers`;

async function keepAddress(api: RegistryApi, reference: string, brand: Brand): Promise<string> {
  const name = `Hiretext ${reference}`;
  const root = `${api.account}/Addresses`;
  const form: Form = {
    CustomerName: brand.legalName,
    Street: brand.street,
    City: brand.city,
    Region: brand.state,
    PostalCode: brand.postalCode,
  };
  const present = await api.find(
    'find address',
    {
      host: 'api',
      path: `${root}.json?${new URLSearchParams({ FriendlyName: name })}`,
      list: 'addresses',
    },
    addressSchema,
    (address) => address.friendly_name === name,
  );
  const path = present === null ? `${root}.json` : `${root}/${present.sid}.json`;
  const own: Form = present === null ? { FriendlyName: name, IsoCountry: 'US' } : {};
  return (await api.change('api', path, { ...form, ...own }, sidSchema)).sid;
}

const nameOfService = (reference: string) => `Hiretext ${reference}`;

function findService(api: RegistryApi, reference: string) {
  return api.find(
    'find messaging service',
    { host: 'messaging', path: '/v1/Services?PageSize=100', list: 'services' },
    serviceSchema,
    (service) => service.friendly_name === nameOfService(reference),
  );
}

function makeService(api: RegistryApi, reference: string) {
  return api.change(
    'messaging',
    '/v1/Services',
    // Without the second a number in the service would no longer report its inbound texts to us.
    { FriendlyName: nameOfService(reference), UseInboundWebhookOnNumber: 'true' },
    serviceSchema,
  );
}

const pathOfCampaign = (serviceSid: string) => `/v1/Services/${serviceSid}/Compliance/Usa2p`;

/** A service has one. */
function findCampaign(api: RegistryApi, serviceSid: string) {
  const path = `${pathOfCampaign(serviceSid)}?PageSize=20`;
  return api.find(
    'find campaign',
    { host: 'messaging', path, list: 'compliance' },
    campaignSchema,
    () => true,
  );
}

function campaignForm(campaign: Campaign): Form {
  return {
    Description: campaign.description,
    MessageFlow: campaign.messageFlow,
    MessageSamples: campaign.samples,
    HasEmbeddedLinks: String(campaign.hasLinks),
    HasEmbeddedPhone: String(campaign.hasPhoneNumbers),
    AgeGated: 'false',
    DirectLending: 'false',
    PrivacyPolicyUrl: campaign.privacyPolicyUrl,
    TermsAndConditionsUrl: campaign.termsUrl,
  };
}

function newCampaignForm(campaign: Campaign): Form {
  return {
    ...campaignForm(campaign),
    UsAppToPersonUsecase: useCases[campaign.useCase],
    SubscriberOptIn: 'true',
    OptInMessage: campaign.optInMessage,
    OptOutMessage: campaign.optOutMessage,
    HelpMessage: campaign.helpMessage,
    OptInKeywords: campaign.optInKeywords,
    OptOutKeywords: campaign.optOutKeywords,
    HelpKeywords: campaign.helpKeywords,
  };
}
