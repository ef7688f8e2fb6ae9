import { randomBytes } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeReply,
  type FakeRequest,
  startServer,
} from '../../carrier/fakes/fake-server.ts';
import type { Fault } from '../../carrier/fakes/faults.ts';
import { FaultsByCall } from './faults-by-call.ts';

/**
 * Twilio's Trust Hub and its part of Messaging, as far as registration uses them, with a memory. It refuses what Twilio
 * refuses: bundles that lack something, brands on bundles that are not approved, campaigns of the wrong lengths or on
 * brands that are not approved. Stricter than Twilio in one thing: it knows no parameters but those of the definition.
 */

interface Bundle {
  sid: string;
  policy_sid: string;
  friendly_name: string;
  email: string;
  status: string;
  errors: object[];
}
interface Entity {
  sid: string;
  friendly_name: string;
  type: string;
  attributes: Record<string, string>;
}
interface FakeBrand {
  sid: string;
  customer_profile_bundle_sid: string;
  a2p_profile_bundle_sid: string;
  status: string;
  brand_feedback: string[];
  errors: object[];
  form: URLSearchParams;
}
interface FakeService {
  sid: string;
  friendly_name: string;
  use_inbound_webhook_on_number: boolean;
  numbers: string[];
}
export interface FakeCampaign {
  sid: string;
  messaging_service_sid: string;
  brand_registration_sid: string;
  campaign_status: string;
  us_app_to_person_usecase: string;
  message_samples: string[];
  description: string;
  message_flow: string;
  errors: object[];
  form: URLSearchParams;
}

export interface FakeTwilioRegistry {
  url: string;
  accountSid: string;
  authToken: string;
  primaryProfileSid: string;
  bundles: Map<string, Bundle>;
  brands: FakeBrand[];
  services: FakeService[];
  campaigns: FakeCampaign[];
  entities: Map<string, Entity>;
  failNext(call: RegExp, fault: Fault): void;
  stop(): Promise<void>;
}

const sid = (prefix: string) => prefix + randomBytes(16).toString('hex');

const PROFILE_POLICY = 'RNdfbf3fae0e1107f8aded0e7cead80bf5';
const PRODUCT_POLICY = 'RNb0d4771c2c98518d916a3d4cd70a8f8b';

const required = {
  CustomerProfiles: [
    'customer_profile_business_information',
    'authorized_representative_1',
    'customer_profile_address',
  ],
  TrustProducts: ['us_a2p_messaging_profile_information'],
} as const;

const refuse = (message: string, code = 20001, status = 400): FakeReply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
const notFound = refuse('The requested resource was not found', 20404, 404);

const usa2pUpdate =
  'HasEmbeddedLinks HasEmbeddedPhone MessageSamples MessageFlow Description AgeGated DirectLending PrivacyPolicyUrl TermsAndConditionsUrl';
/** Required and known parameters of each call (twilio-oai). */
const calls: [RegExp, string, string][] = [
  [/^POST .*\/Addresses\.json$/, 'CustomerName Street City Region PostalCode IsoCountry', 'FriendlyName'],
  [/^POST .*\/Addresses\/AD\w+\.json$/, '', 'CustomerName Street City Region PostalCode'],
  [/^POST \/v1\/(CustomerProfiles|TrustProducts)$/, 'FriendlyName Email PolicySid', 'StatusCallback'],
  [/^POST \/v1\/(CustomerProfiles|TrustProducts)\/BU\w+$/, '', 'Status StatusCallback FriendlyName Email'],
  [/^POST \/v1\/.*\/EntityAssignments$/, 'ObjectSid', ''],
  [/^POST \/v1\/.*\/Evaluations$/, 'PolicySid', ''],
  [/^POST \/v1\/(EndUsers|SupportingDocuments)$/, 'FriendlyName Type', 'Attributes'],
  [/^POST \/v1\/(EndUsers|SupportingDocuments)\/\w+$/, '', 'FriendlyName Attributes'],
  [
    /^POST \/v1\/a2p\/BrandRegistrations$/,
    'CustomerProfileBundleSid A2PProfileBundleSid',
    'BrandType Mock SkipAutomaticSecVet',
  ],
  [/^POST \/v1\/a2p\/BrandRegistrations\/BN\w+$/, '', ''],
  [/^POST \/v1\/Services$/, 'FriendlyName', 'UseInboundWebhookOnNumber StatusCallback Usecase'],
  [
    /^POST .*\/Usa2p$/,
    'BrandRegistrationSid Description MessageFlow MessageSamples UsAppToPersonUsecase HasEmbeddedLinks HasEmbeddedPhone',
    `${usa2pUpdate} OptInMessage OptOutMessage HelpMessage OptInKeywords OptOutKeywords HelpKeywords SubscriberOptIn`,
  ],
  [/^POST .*\/Usa2p\/QE\w+$/, usa2pUpdate.replace(/ PrivacyPolicyUrl.*/, ''), usa2pUpdate],
  [/^POST .*\/PhoneNumbers$/, 'PhoneNumberSid', ''],
];

export async function startFakeTwilioRegistry(): Promise<FakeTwilioRegistry> {
  const accountSid = sid('AC');
  const authToken = randomBytes(16).toString('hex');
  const primaryProfileSid = sid('BU');
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const faults = new FaultsByCall(refuse('Too Many Requests', 20429, 429));
  const bundles = new Map<string, Bundle>();
  const entities = new Map<string, Entity>();
  const assignments = new Map<string, string[]>();
  const addresses = new Map<string, { sid: string; friendly_name: string }>();
  const brands: FakeBrand[] = [];
  const services: FakeService[] = [];
  const campaigns: FakeCampaign[] = [];

  const list = (name: string, items: object[], request: FakeRequest): FakeReply => {
    const size = Number(request.query.get('PageSize') ?? 50);
    const page = Number(request.query.get('Page') ?? 0);
    const next = new URLSearchParams(request.query);
    next.set('Page', String(page + 1));
    const hasMore = items.length > (page + 1) * size;
    const url = hasMore ? `https://host.twilio.com${request.path}?${next}` : null;
    return {
      status: 200,
      body: {
        [name]: items.slice(page * size, (page + 1) * size),
        meta: { page, page_size: size, next_page_url: url },
      },
    };
  };

  function checkForm(request: FakeRequest, form: URLSearchParams): FakeReply | null {
    const call = calls.find(([pattern]) => pattern.test(`${request.method} ${request.path}`));
    if (call === undefined) return notFound;
    const needed = call[1].split(' ').filter(Boolean);
    const known = new Set([...needed, ...call[2].split(' ').filter(Boolean)]);
    const missing = needed.find((name) => (form.get(name) ?? '') === '');
    if (missing !== undefined) return refuse(`Missing required parameter ${missing} in the post body`);
    const unknown = [...form.keys()].find((name) => !known.has(name));
    return unknown === undefined ? null : refuse(`Unknown parameter ${unknown}`);
  }

  function evaluate(kind: keyof typeof required, bundleSid: string): FakeReply {
    const present = assignments.get(bundleSid) ?? [];
    const types = present.flatMap((each) => entities.get(each)?.type ?? []);
    const missing: string[] = required[kind].filter((type) => !types.includes(type));
    if (kind === 'CustomerProfiles' && !present.includes(primaryProfileSid))
      missing.push('primary customer profile');
    if (kind === 'TrustProducts' && !present.some((each) => bundles.get(each)?.policy_sid === PROFILE_POLICY))
      missing.push('customer profile');
    const business = present
      .map((each) => entities.get(each))
      .find((entity) => entity?.type === 'customer_profile_business_information');
    const invalid = business && !/^\d{9}$/.test(business.attributes.business_registration_number ?? '');
    const results = [
      ...missing.map((type) => ({
        passed: false,
        failure_reason: `A ${type} is required.`,
        invalid: [],
      })),
      ...(invalid
        ? [
            {
              passed: false,
              failure_reason: null,
              invalid: [{ failure_reason: 'The EIN must have nine digits.' }],
            },
          ]
        : []),
    ];
    const status = results.length === 0 ? 'compliant' : 'noncompliant';
    return { status: 201, body: { sid: sid('EL'), status, results } };
  }

  function bundleCalls(
    request: FakeRequest,
    kind: keyof typeof required,
    rest: string,
    form: URLSearchParams,
  ): FakeReply {
    const policy = kind === 'CustomerProfiles' ? PROFILE_POLICY : PRODUCT_POLICY;
    if (rest === '' && request.method === 'GET') {
      const name = request.query.get('FriendlyName');
      const found = [...bundles.values()].filter(
        (each) => each.policy_sid === policy && each.friendly_name === name,
      );
      return list('results', found, request);
    }
    if (rest === '') {
      if (form.get('PolicySid') !== policy) return refuse('The policy is of another kind');
      const bundle: Bundle = {
        sid: sid('BU'),
        policy_sid: policy,
        friendly_name: form.get('FriendlyName') ?? '',
        email: form.get('Email') ?? '',
        status: 'draft',
        errors: [],
      };
      bundles.set(bundle.sid, bundle);
      return { status: 201, body: bundle };
    }
    const [bundleSid = '', part] = rest.slice(1).split('/');
    const bundle = bundles.get(bundleSid);
    if (bundle === undefined) return notFound;
    const present = assignments.get(bundleSid) ?? [];
    if (part === 'EntityAssignments' && request.method === 'GET')
      return list(
        'results',
        present.map((each) => ({ sid: sid('BV'), object_sid: each })),
        request,
      );
    if (part === 'EntityAssignments') {
      const objectSid = form.get('ObjectSid') ?? '';
      if (!entities.has(objectSid) && !bundles.has(objectSid) && objectSid !== primaryProfileSid)
        return notFound;
      if (present.includes(objectSid)) return refuse('The item is assigned already', 22221);
      assignments.set(bundleSid, [...present, objectSid]);
      return { status: 201, body: { sid: sid('BV'), object_sid: objectSid } };
    }
    if (part === 'Evaluations') return evaluate(kind, bundleSid);
    const status = form.get('Status');
    if (status === 'pending-review') {
      if (bundle.status !== 'draft' && bundle.status !== 'twilio-rejected')
        return refuse('The bundle is not in a state to be submitted');
      const { body } = evaluate(kind, bundleSid) as { body: { status: string } };
      if (body.status !== 'compliant') return refuse('The bundle is not compliant');
      bundle.status = 'pending-review';
      bundle.errors = [];
    }
    bundle.friendly_name = form.get('FriendlyName') ?? bundle.friendly_name;
    return { status: 200, body: bundle };
  }

  function entityCalls(request: FakeRequest, kind: string, rest: string, form: URLSearchParams): FakeReply {
    const attributes = JSON.parse(form.get('Attributes') ?? '{}') as Record<string, string>;
    if (rest === '') {
      const entity = {
        sid: sid(kind === 'EndUsers' ? 'IT' : 'RD'),
        friendly_name: form.get('FriendlyName') ?? '',
        type: form.get('Type') ?? '',
        attributes,
      };
      entities.set(entity.sid, entity);
      return { status: 201, body: entity };
    }
    const entity = entities.get(rest.slice(1));
    if (entity === undefined) return notFound;
    if (request.method === 'POST') entity.attributes = attributes;
    return { status: 200, body: entity };
  }

  function brandCalls(request: FakeRequest, rest: string, form: URLSearchParams): FakeReply {
    if (rest !== '') {
      const brand = brands.find((each) => each.sid === rest.slice(1));
      if (brand === undefined) return notFound;
      if (request.method === 'GET') return { status: 200, body: brand };
      if (brand.status !== 'FAILED') return refuse('Only a failed brand can be submitted again');
      brand.status = 'PENDING';
      brand.brand_feedback = [];
      return { status: 202, body: brand };
    }
    if (request.method === 'GET') return list('data', brands, request);
    const profile = bundles.get(form.get('CustomerProfileBundleSid') ?? '');
    const product = bundles.get(form.get('A2PProfileBundleSid') ?? '');
    if (profile?.status !== 'twilio-approved' || product?.status !== 'twilio-approved')
      return refuse('The bundles are not approved');
    if (brands.some((each) => each.customer_profile_bundle_sid === profile.sid))
      return refuse('A brand of this customer profile exists already', 20409, 409);
    const brand: FakeBrand = {
      sid: sid('BN'),
      customer_profile_bundle_sid: profile.sid,
      a2p_profile_bundle_sid: product.sid,
      status: 'PENDING',
      brand_feedback: [],
      errors: [],
      form,
    };
    brands.push(brand);
    return { status: 201, body: brand };
  }

  function refuseCampaign(form: URLSearchParams): FakeReply | null {
    const within = (name: string, min: number, max: number) => {
      const { length } = form.get(name) ?? '';
      return length >= min && length <= max;
    };
    if (!within('Description', 40, 4096)) return refuse('Description must have 40 to 4096 characters');
    if (!within('MessageFlow', 40, 2048)) return refuse('MessageFlow must have 40 to 2048 characters');
    const samples = form.getAll('MessageSamples');
    if (samples.length < 2 || samples.length > 5) return refuse('Two to five MessageSamples are required');
    if (samples.some(({ length }) => length < 20 || length > 1024))
      return refuse('MessageSamples must have 20 to 1024 characters');
    return null;
  }

  function removeFrom(service: FakeService, parts: string[]): FakeReply {
    const sidOfPart = parts.at(-1) ?? '';
    if (parts[0] === 'PhoneNumbers') {
      if (!service.numbers.includes(sidOfPart)) return notFound;
      service.numbers = service.numbers.filter((each) => each !== sidOfPart);
      return { status: 204, body: '' };
    }
    const index = campaigns.findIndex(
      (each) => each.sid === sidOfPart && each.messaging_service_sid === service.sid,
    );
    if (index === -1) return notFound;
    campaigns.splice(index, 1);
    return { status: 204, body: '' };
  }

  function serviceCalls(request: FakeRequest, rest: string, form: URLSearchParams): FakeReply {
    if (rest === '' && request.method === 'GET') return list('services', services, request);
    if (rest === '') {
      const service = {
        sid: sid('MG'),
        friendly_name: form.get('FriendlyName') ?? '',
        use_inbound_webhook_on_number: form.get('UseInboundWebhookOnNumber') === 'true',
        numbers: [],
      };
      services.push(service);
      return { status: 201, body: service };
    }
    const [serviceSid, ...parts] = rest.slice(1).split('/');
    const service = services.find((each) => each.sid === serviceSid);
    if (service === undefined) return notFound;
    const own = campaigns.find((each) => each.messaging_service_sid === serviceSid);
    if (request.method === 'DELETE') return removeFrom(service, parts);
    if (parts[0] === 'PhoneNumbers') {
      const number = form.get('PhoneNumberSid') ?? '';
      if (!/^PN[0-9a-f]{32}$/.test(number)) return notFound;
      if (service.numbers.includes(number))
        return refuse('Phone Number is already in the Messaging Service.', 21710, 409);
      if (services.some((each) => each.numbers.includes(number)))
        return refuse('Phone Number is associated with another Messaging Service.', 21712, 409);
      service.numbers.push(number);
      return { status: 201, body: { sid: number, service_sid: serviceSid } };
    }
    if (request.method === 'GET' && parts[2] !== undefined)
      return own?.sid === parts[2] ? { status: 200, body: { ...own, form: undefined } } : notFound;
    if (request.method === 'GET') return list('compliance', own === undefined ? [] : [own], request);
    const refusal = refuseCampaign(form);
    if (refusal !== null) return refusal;
    const facts = {
      message_samples: form.getAll('MessageSamples'),
      description: form.get('Description') ?? '',
      message_flow: form.get('MessageFlow') ?? '',
      form,
    };
    if (parts[2] !== undefined) {
      if (own?.sid !== parts[2]) return notFound;
      if (own.campaign_status !== 'FAILED') return refuse('Only a failed campaign can be changed');
      if (own.errors.some((each) => 'error_code' in each && each.error_code === 30883))
        return refuse('The campaign is not eligible for resubmission');
      Object.assign(own, facts, { campaign_status: 'IN_PROGRESS', errors: [] });
      return { status: 200, body: { ...own, form: undefined } };
    }
    if (own !== undefined) return refuse('The Messaging Service has a campaign already', 20409, 409);
    const brandSid = form.get('BrandRegistrationSid') ?? '';
    if (brands.find((each) => each.sid === brandSid)?.status !== 'APPROVED')
      return refuse('The brand is not approved');
    const campaign: FakeCampaign = {
      sid: sid('QE'),
      messaging_service_sid: service.sid,
      brand_registration_sid: brandSid,
      campaign_status: 'IN_PROGRESS',
      us_app_to_person_usecase: form.get('UsAppToPersonUsecase') ?? '',
      errors: [],
      ...facts,
    };
    campaigns.push(campaign);
    return { status: 201, body: { ...campaign, form: undefined } };
  }

  function addressCalls(request: FakeRequest, rest: string, form: URLSearchParams): FakeReply {
    if (request.method === 'GET') {
      const found = [...addresses.values()].filter(
        (each) => each.friendly_name === request.query.get('FriendlyName'),
      );
      return { status: 200, body: { addresses: found, next_page_uri: null } };
    }
    if (rest === '.json') {
      const address = { sid: sid('AD'), friendly_name: form.get('FriendlyName') ?? '' };
      addresses.set(address.sid, address);
      return { status: 201, body: address };
    }
    const address = addresses.get(rest.slice(1).replace('.json', ''));
    return address === undefined ? notFound : { status: 200, body: address };
  }

  function work(request: FakeRequest): FakeReply {
    const form = new URLSearchParams(request.rawBody.toString('utf8'));
    const refusal = request.method === 'POST' ? checkForm(request, form) : null;
    if (refusal !== null) return refusal;
    const at = (root: string) => (request.path.startsWith(root) ? request.path.slice(root.length) : null);
    for (const kind of ['CustomerProfiles', 'TrustProducts'] as const) {
      const rest = at(`/v1/${kind}`);
      if (rest !== null) return bundleCalls(request, kind, rest, form);
    }
    for (const kind of ['EndUsers', 'SupportingDocuments']) {
      const rest = at(`/v1/${kind}`);
      if (rest !== null) return entityCalls(request, kind, rest, form);
    }
    const brand = at('/v1/a2p/BrandRegistrations');
    if (brand !== null) return brandCalls(request, brand, form);
    const service = at('/v1/Services');
    if (service !== null) return serviceCalls(request, service, form);
    const address = at(`/2010-04-01/Accounts/${accountSid}/Addresses`);
    return address === null ? notFound : addressCalls(request, address, form);
  }

  const server = await startServer((request): FakeAnswer => {
    if (request.headers.authorization !== authorization) return refuse('Authenticate', 20003, 401);
    return faults.answer(request, () => work(request));
  });
  return {
    url: server.url,
    accountSid,
    authToken,
    primaryProfileSid,
    bundles,
    brands,
    services,
    campaigns,
    entities,
    failNext: (call, fault) => faults.failNext(call, fault),
    stop: server.stop,
  };
}
