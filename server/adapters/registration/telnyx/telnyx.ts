import { z } from 'zod';
import { createTelnyxApi, errorOf, failureOf, type TelnyxApi } from '../../carrier/telnyx/api.ts';
import { concludeFrom, okReply, parseReply, type VendorReply } from '../../carrier/vendor-call.ts';
import { problemOfFeedback, UNVERIFIED } from '../brand-feedback.ts';
import { EndedEarly, outcomeOf, requireDone } from '../ended-early.ts';
import { ENDED, type Problem, type Registrar, type Review } from '../port.ts';
import { brandBody, campaignBody } from './bodies.ts';

/* Telnyx's 10DLC calls, by its API definition (team-telnyx/openapi, spec3.yml, /10dlc/...). */

interface TelnyxRegistrarConfig {
  apiKey: string;
  /** Where Telnyx reports changes; the brand's reference is added, and the brand is found again by it. */
  webhookUrl: string;
  apiBaseUrl?: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

const TELNYX_API = 'https://api.telnyx.com';
/** Telnyx names no time by which a list is complete; four times the longest call. */
const SETTLES_AFTER_MS = 60_000;
/** Webhooks report changes, and a blocked text makes us ask at once. */
const LOOKS_EVERY_MS = 6 * 3600_000;
const PAGE_SIZE = 100;

const brandSchema = z.object({
  brandId: z.string().min(1),
  displayName: z.string(),
  status: z.string().nullish(),
  identityStatus: z.string().nullish(),
  failureReasons: z.unknown().optional(),
  webhookURL: z.string().nullish(),
});
const brandListSchema = z.object({
  records: z.array(z.object({ brandId: z.string(), displayName: z.string() })),
  totalRecords: z.number(),
});
const campaignSchema = z.object({
  campaignId: z.string().min(1),
  referenceId: z.string().nullish(),
  campaignStatus: z.string().nullish(),
  status: z.string().nullish(),
  failureReasons: z.unknown().optional(),
});
const campaignListSchema = z.object({ records: z.array(campaignSchema), totalRecords: z.number() });
const feedbackSchema = z.object({ category: z.array(z.object({ id: z.string() })) });
const assignmentSchema = z.object({
  campaignId: z.string(),
  assignmentStatus: z.string().nullish(),
  failureReasons: z.unknown().optional(),
});

type TelnyxBrand = z.infer<typeof brandSchema>;

export function createTelnyxRegistrar(config: TelnyxRegistrarConfig): Registrar {
  const api = createTelnyxApi({
    baseUrl: (config.apiBaseUrl ?? TELNYX_API).replace(/(?<!\/)\/+$/, ''),
    apiKey: config.apiKey,
    timeoutMs: config.timeoutMs ?? 15_000,
    fetch: config.fetch ?? fetch,
  });
  const webhookUrlOf = (reference: string) => `${config.webhookUrl}/${reference}`;

  return {
    name: 'telnyx',
    settlesAfterMs: SETTLES_AFTER_MS,
    looksEveryMs: LOOKS_EVERY_MS,
    ...brandCalls(api, webhookUrlOf),
    ...campaignCalls(api, webhookUrlOf),
    ...numberCalls(api),
  };
}

function brandCalls(
  api: TelnyxApi,
  webhookUrlOf: (reference: string) => string,
): Pick<Registrar, 'submitBrand' | 'reviewOfBrand'> {
  const readBrand = (brandId: string) =>
    api.read('find brand', `/10dlc/brand/${encodeURIComponent(brandId)}`, brandSchema);

  /** The list does not show the reference, so those of the same name are looked at one by one. */
  async function findBrand(reference: string, displayName: string): Promise<TelnyxBrand | null> {
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({
        displayName,
        page: String(page),
        recordsPerPage: String(PAGE_SIZE),
      });
      const list = await api.read('list brands', `/10dlc/brand?${query}`, brandListSchema);
      for (const record of list.records) {
        if (record.displayName !== displayName) continue;
        const brand = await readBrand(record.brandId);
        if (brand.webhookURL === webhookUrlOf(reference)) return brand;
      }
      if (list.records.length === 0 || page * PAGE_SIZE >= list.totalRecords) return null;
    }
  }

  return {
    submitBrand: ({ reference, brandId, brand }) =>
      outcomeOf(async () => {
        const body = brandBody(brand, webhookUrlOf(reference));
        const present =
          brandId === null ? await findBrand(reference, brand.brandName) : await readBrand(brandId);
        if (present === null) {
          const made = await api.call('POST', '/10dlc/brand', body);
          requireDone(made, problemsOf);
          return { outcome: 'submitted', id: idIn(made, brandSchema).brandId };
        }
        if (hasFailed(present)) {
          const path = `/10dlc/brand/${encodeURIComponent(present.brandId)}`;
          requireDone(await api.call('PUT', path, body), problemsOf);
        }
        return { outcome: 'submitted', id: present.brandId };
      }),

    async reviewOfBrand(brandId): Promise<Review> {
      const brand = await readBrand(brandId);
      if (hasFailed(brand)) return { state: 'rejected', problems: await problemsOfBrand(api, brand) };
      const isConfirmed = ['VERIFIED', 'VETTED_VERIFIED'].includes(brand.identityStatus ?? '');
      return { state: brand.status === 'OK' && isConfirmed ? 'approved' : 'inReview' };
    },
  };
}

async function problemsOfBrand(api: TelnyxApi, brand: TelnyxBrand): Promise<Problem[]> {
  const { category } = await api.read(
    'read feedback on brand',
    `/10dlc/brand/feedback/${encodeURIComponent(brand.brandId)}`,
    feedbackSchema,
  );
  const problems = [...category.map(({ id }) => problemOfFeedback(id)), ...reasonsIn(brand.failureReasons)];
  return problems.length > 0 ? problems : [UNVERIFIED];
}

function campaignCalls(
  api: TelnyxApi,
  webhookUrlOf: (reference: string) => string,
): Pick<Registrar, 'submitCampaign' | 'reviewOfCampaign' | 'endCampaign'> {
  return {
    submitCampaign: ({ reference, submission, brandId, campaign }) =>
      outcomeOf(async () => {
        const referenceId = `${reference}-${submission}`;
        const present = (await listCampaigns(api, brandId)).filter(({ status }) => status !== 'EXPIRED');
        const same = present.find((each) => each.referenceId === referenceId);
        if (same !== undefined) return { outcome: 'submitted', id: same.campaignId };
        // A campaign can't be changed in all that reviewers object to, so a corrected one takes the place of the other.
        const replaced = present.filter((each) => each.referenceId?.startsWith(`${reference}-`));
        for (const { campaignId } of replaced)
          requireDone(await api.call('DELETE', pathOf(campaignId)), problemsOf);
        const made = await api.call('POST', '/10dlc/campaignBuilder', {
          ...campaignBody(campaign),
          brandId,
          referenceId,
          webhookURL: webhookUrlOf(reference),
        });
        requireDone(made, problemsOf);
        return { outcome: 'submitted', id: idIn(made, campaignSchema).campaignId };
      }),

    async reviewOfCampaign(campaignId): Promise<Review> {
      const reply = await api.call('GET', pathOf(campaignId));
      if (isMissing(reply)) return { state: 'rejected', problems: [ENDED] };
      const campaign = okReply(reply, campaignSchema);
      if (campaign === null) throw failureOf('find campaign', reply);
      // One that was ended keeps the last word of its review.
      if (campaign.status === 'EXPIRED') return { state: 'rejected', problems: [ENDED] };
      const problems = reasonsIn(campaign.failureReasons);
      switch (campaign.campaignStatus) {
        case 'MNO_PROVISIONED':
          return { state: 'approved' };
        case 'TCR_FAILED':
        case 'TELNYX_FAILED':
        case 'MNO_REJECTED':
        case 'MNO_PROVISIONING_FAILED':
          return {
            state: 'rejected',
            problems: problems.length > 0 ? problems : [{ sentence: 'The carriers refused the campaign.' }],
          };
        case 'TCR_EXPIRED':
          return { state: 'rejected', problems: [ENDED] };
        case 'TCR_SUSPENDED':
          return { state: 'suspended', problems };
        default:
          return { state: 'inReview' };
      }
    },

    endCampaign: (campaignId) => remove(api, 'end campaign', pathOf(campaignId)),
  };
}

async function listCampaigns(api: TelnyxApi, brandId: string) {
  const found: z.infer<typeof campaignSchema>[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ brandId, page: String(page), recordsPerPage: String(PAGE_SIZE) });
    const list = await api.read('list campaigns', `/10dlc/campaign?${query}`, campaignListSchema);
    found.push(...list.records);
    if (list.records.length === 0 || found.length >= list.totalRecords) return found;
  }
}

function numberCalls(api: TelnyxApi): Pick<Registrar, 'attachNumber' | 'detachNumber'> {
  return {
    async attachNumber({ campaignId, phoneNumber }) {
      const path = pathOfNumber(phoneNumber);
      const body = { phoneNumber, campaignId };
      const looked = await api.call('GET', path);
      const present = okReply(looked, assignmentSchema);
      // Another campaign's: the one that this took the place of, or of a customer who gave the number back.
      const isElsewhere = present !== null && present.campaignId !== campaignId;
      const isFree = isMissing(looked);
      const reply = isFree
        ? await api.call('POST', '/10dlc/phone_number_campaigns', body)
        : isElsewhere
          ? await api.call('PUT', path, body)
          : looked;
      if ((isFree || isElsewhere) && concludeFrom(reply) === 'refused')
        return { outcome: 'refused', detail: errorOf(reply).detail };
      const assignment = okReply(reply, assignmentSchema);
      if (assignment === null) throw failureOf('attach number', reply);
      if (assignment.assignmentStatus === 'ASSIGNED') return { outcome: 'attached' };
      if (assignment.assignmentStatus !== 'FAILED_ASSIGNMENT') return { outcome: 'pending' };
      return { outcome: 'refused', detail: reasonsIn(assignment.failureReasons).map(sentenceIn).join(' ') };
    },

    async detachNumber({ campaignId, phoneNumber }) {
      const path = pathOfNumber(phoneNumber);
      const looked = await api.call('GET', path);
      if (isMissing(looked)) return;
      const present = okReply(looked, assignmentSchema);
      if (present === null) throw failureOf('find number', looked);
      // Someone else has bought it since.
      if (present.campaignId !== campaignId) return;
      await remove(api, 'detach number', path);
    },
  };
}

async function remove(api: TelnyxApi, what: string, path: string): Promise<void> {
  const reply = await api.call('DELETE', path);
  if (!isMissing(reply) && concludeFrom(reply) !== 'ok') throw failureOf(what, reply);
}

const pathOf = (campaignId: string) => `/10dlc/campaign/${encodeURIComponent(campaignId)}`;
const pathOfNumber = (phoneNumber: string) =>
  `/10dlc/phone_number_campaigns/${encodeURIComponent(phoneNumber)}`;
const isMissing = (reply: VendorReply) => reply.kind === 'answered' && reply.status === 404;
const sentenceIn = ({ sentence }: Problem) => sentence;

function hasFailed(brand: TelnyxBrand): boolean {
  return (
    brand.status === 'REGISTRATION_FAILED' || (brand.status === 'OK' && brand.identityStatus === 'UNVERIFIED')
  );
}

function problemsOf(reply: VendorReply): Problem[] {
  return [{ sentence: errorOf(reply).detail || 'The carrier refused it without giving a reason.' }];
}

function idIn<T>(reply: VendorReply, schema: z.ZodType<T>): T {
  const made = parseReply(reply, schema);
  // Made, but its id can't be read: it is found by its reference.
  if (made === null) throw new EndedEarly({ outcome: 'unknown' });
  return made;
}

/** A sentence, or several; the definition says text, and webhooks bring lists. */
function reasonsIn(value: unknown): Problem[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ sentence: value.trim() }];
  const listed = z
    .array(z.union([z.string(), z.object({ description: z.string() }).transform((each) => each.description)]))
    .safeParse(value);
  return (listed.data ?? []).map((sentence) => ({ sentence }));
}
