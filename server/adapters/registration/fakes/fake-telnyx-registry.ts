import { randomUUID } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeReply,
  type FakeRequest,
  startServer,
} from '../../carrier/fakes/fake-server.ts';
import type { Fault } from '../../carrier/fakes/faults.ts';
import { FaultsByCall } from './faults-by-call.ts';

/** Telnyx's 10DLC calls as far as Hiretext uses them, with a memory; it refuses what its definition forbids. */

type Fields = Record<string, unknown>;

export interface FakeTelnyxRegistry {
  url: string;
  apiKey: string;
  brands: Fields[];
  campaigns: Fields[];
  assignments: Map<string, Fields>;
  feedback: Map<string, string[]>;
  failNext(call: RegExp, fault: Fault): void;
  stop(): Promise<void>;
}

const brandFields = (
  'entityType displayName companyName ein vertical street city state postalCode country website firstName lastName email ' +
  'phone isReseller webhookURL webhookFailoverURL stockExchange stockSymbol businessContactEmail mock mobilePhone ipAddress'
).split(' ');
const campaignFields = (
  'brandId description usecase subUsecases messageFlow sample1 sample2 sample3 sample4 sample5 embeddedLink embeddedPhone ' +
  'numberPool ageGated directLending subscriberOptin subscriberOptout subscriberHelp optinKeywords optinMessage ' +
  'optoutKeywords optoutMessage helpKeywords helpMessage privacyPolicyLink termsAndConditionsLink termsAndConditions ' +
  'autoRenewal referenceId webhookURL'
).split(' ');

const refuse = (detail: string, status = 422, code = '10015'): FakeReply => ({
  status,
  body: { errors: [{ code, title: 'Bad request', detail }] },
});
const notFound = refuse('The resource was not found', 404, '10005');

function checkFields(body: Fields, known: string[], required: string[]): FakeReply | null {
  const missing = required.find((name) => body[name] === undefined || body[name] === '');
  if (missing !== undefined) return refuse(`${missing} is required`);
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  return unknown === undefined ? null : refuse(`${unknown} is not known`);
}

function refuseBrand(body: Fields): FakeReply | null {
  const unfit = checkFields(body, brandFields, ['entityType', 'displayName', 'country', 'email', 'vertical']);
  if (unfit !== null) return unfit;
  if (body.entityType === 'PUBLIC_PROFIT' && !body.stockSymbol) return refuse('stockSymbol is required');
  if (!/^\d{9}$/.test(String(body.ein))) return refuse('ein must have nine digits');
  return null;
}

export async function startFakeTelnyxRegistry(): Promise<FakeTelnyxRegistry> {
  const apiKey = `KEY${randomUUID()}`;
  const faults = new FaultsByCall(refuse('Too many requests', 429, '10011'));
  const brands: Fields[] = [];
  const campaigns: Fields[] = [];
  const assignments = new Map<string, Fields>();
  const feedback = new Map<string, string[]>();

  const page = (records: Fields[], request: FakeRequest): FakeReply => {
    const size = Number(request.query.get('recordsPerPage') ?? 10);
    const number = Number(request.query.get('page') ?? 1);
    return {
      status: 200,
      body: {
        page: number,
        totalRecords: records.length,
        records: records.slice((number - 1) * size, number * size),
      },
    };
  };

  function brandCalls(request: FakeRequest, rest: string, body: Fields): FakeReply {
    if (rest === '' && request.method === 'GET') {
      const name = request.query.get('displayName');
      // The list has less than the single record.
      const shown = brands
        .filter((brand) => name === null || String(brand.displayName).includes(name))
        .map(({ brandId, displayName, status, identityStatus }) => ({
          brandId,
          displayName,
          status,
          identityStatus,
        }));
      return page(shown, request);
    }
    if (rest === '') {
      const refusal = refuseBrand(body);
      if (refusal !== null) return refusal;
      const brand = {
        ...body,
        brandId: randomUUID(),
        brandRelationship: 'BASIC_ACCOUNT',
        status: 'REGISTRATION_PENDING',
        identityStatus: null,
      };
      brands.push(brand);
      return { status: 200, body: brand };
    }
    const feedbackOf = /^\/feedback\/([\w-]+)$/.exec(rest)?.[1];
    if (feedbackOf !== undefined) {
      const category = (feedback.get(feedbackOf) ?? []).map((id) => ({ id, displayName: id, fields: [] }));
      return { status: 200, body: { brandId: feedbackOf, category } };
    }
    const brand = brands.find((each) => each.brandId === rest.slice(1));
    if (brand === undefined) return notFound;
    if (request.method === 'PUT') {
      const refusal = refuseBrand(body);
      if (refusal !== null) return refusal;
      Object.assign(brand, body, { status: 'REGISTRATION_PENDING', identityStatus: null });
    }
    return { status: 200, body: brand };
  }

  function submitCampaign(body: Fields): FakeReply {
    const unfit = checkFields(body, campaignFields, ['brandId', 'description', 'usecase']);
    if (unfit !== null) return unfit;
    const brand = brands.find((each) => each.brandId === body.brandId);
    if (brand?.status !== 'OK' || brand.identityStatus !== 'VERIFIED')
      return refuse('The brand is not verified');
    if (campaigns.some((each) => each.referenceId === body.referenceId))
      return refuse('referenceId must be unique');
    if (String(body.description).length < 40) return refuse('description is too short');
    if (String(body.messageFlow ?? '').length < 40) return refuse('messageFlow is too short');
    const mixes = ['MIXED', 'LOW_VOLUME'].includes(String(body.usecase));
    if (mixes && !Array.isArray(body.subUsecases)) return refuse('subUsecases is required');
    const campaign = {
      ...body,
      campaignId: randomUUID(),
      status: 'ACTIVE',
      campaignStatus: 'TCR_PENDING',
      failureReasons: '',
    };
    campaigns.push(campaign);
    return { status: 200, body: campaign };
  }

  function campaignCalls(request: FakeRequest, rest: string): FakeReply {
    if (rest === '')
      return page(
        campaigns.filter((each) => each.brandId === request.query.get('brandId')),
        request,
      );
    const campaign = campaigns.find((each) => each.campaignId === rest.slice(1));
    if (campaign === undefined) return notFound;
    if (request.method === 'DELETE') {
      campaign.status = 'EXPIRED';
      return { status: 200, body: { time: Date.now() } };
    }
    return { status: 200, body: campaign };
  }

  function numberCalls(request: FakeRequest, rest: string, body: Fields): FakeReply {
    const phoneNumber = rest === '' ? String(body.phoneNumber) : decodeURIComponent(rest.slice(1));
    const present = assignments.get(phoneNumber);
    if (rest !== '' && request.method !== 'PUT') {
      if (request.method === 'DELETE') assignments.delete(phoneNumber);
      return present === undefined ? notFound : { status: 200, body: present };
    }
    if (rest === '' && present !== undefined) return refuse('The number is assigned already');
    const unfit = checkFields(body, ['phoneNumber', 'campaignId'], ['phoneNumber', 'campaignId']);
    if (unfit !== null) return unfit;
    const campaign = campaigns.find((each) => each.campaignId === body.campaignId);
    if (campaign?.campaignStatus !== 'MNO_PROVISIONED') return refuse('The campaign is not provisioned');
    const assignment = { ...body, assignmentStatus: 'PENDING_ASSIGNMENT' };
    assignments.set(phoneNumber, assignment);
    return { status: 200, body: assignment };
  }

  function work(request: FakeRequest): FakeReply {
    const text = request.rawBody.toString('utf8');
    const body = (text === '' ? {} : JSON.parse(text)) as Fields;
    const at = (root: string) => {
      const rest = request.path.startsWith(root) ? request.path.slice(root.length) : null;
      return rest === '' || rest?.startsWith('/') ? rest : null;
    };
    const brand = at('/v2/10dlc/brand');
    if (brand !== null) return brandCalls(request, brand, body);
    if (request.path === '/v2/10dlc/campaignBuilder') return submitCampaign(body);
    const campaign = at('/v2/10dlc/campaign');
    if (campaign !== null) return campaignCalls(request, campaign);
    const number = at('/v2/10dlc/phone_number_campaigns');
    return number === null ? notFound : numberCalls(request, number, body);
  }

  const server = await startServer((request): FakeAnswer => {
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return refuse('Authentication failed', 401, '10009');
    return faults.answer(request, () => work(request));
  });
  return {
    url: server.url,
    apiKey,
    brands,
    campaigns,
    assignments,
    feedback,
    failNext: (call, fault) => faults.failNext(call, fault),
    stop: server.stop,
  };
}
