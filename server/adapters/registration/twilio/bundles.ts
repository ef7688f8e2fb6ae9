import { z } from 'zod';
import { UNVERIFIED } from '../brand-feedback.ts';
import { EndedEarly } from '../ended-early.ts';
import type { Problem } from '../port.ts';
import { problemsIn } from './refusals.ts';
import type { RegistryApi } from './registry-api.ts';

/*
 * Trust Hub's bundles: a customer profile (who the company is) and a trust product (that it texts). Each is filled with
 * entities, evaluated, submitted, and reviewed by Twilio before a brand can use it
 * (twilio.com/docs/messaging/compliance/a2p-10dlc/onboarding-isv-api).
 */

interface BundleKind {
  path: 'CustomerProfiles' | 'TrustProducts';
  /** Twilio's own, the same for everyone. */
  policySid: string;
}

export const customerProfile: BundleKind = {
  path: 'CustomerProfiles',
  policySid: 'RNdfbf3fae0e1107f8aded0e7cead80bf5',
};
export const trustProduct: BundleKind = {
  path: 'TrustProducts',
  policySid: 'RNb0d4771c2c98518d916a3d4cd70a8f8b',
};

const bundleSchema = z.object({
  sid: z.string().min(1),
  friendly_name: z.string(),
  status: z.string(),
  errors: z.unknown().optional(),
});
type Bundle = z.infer<typeof bundleSchema>;

const assignmentSchema = z.object({ object_sid: z.string() });
const entitySchema = z.object({ sid: z.string().min(1), type: z.string(), attributes: z.unknown() });
const evaluationSchema = z.object({ status: z.string(), results: z.unknown() });

/** Something with attributes that is put into a bundle. */
export interface Entity {
  path: 'EndUsers' | 'SupportingDocuments';
  type: string;
  attributes: Record<string, string>;
}

interface Filling {
  email: string;
  entities: Entity[];
  /** Bundles that it depends on. */
  bundleSids: string[];
}

/** The name carries the submission that the bundle was last submitted with, since it is changed in the same call. */
const nameOf = (reference: string, submission: number) => `Hiretext ${reference} ${submission}`;

/** The sid of the approved bundle; ends early while it isn't. */
export async function requireApproved(
  api: RegistryApi,
  kind: BundleKind,
  { reference, submission }: { reference: string; submission: number },
  filling: Filling,
): Promise<string> {
  const root = `/v1/${kind.path}`;
  const present = await findBundle(api, kind, reference, submission);
  const bundle =
    present ??
    (await api.change(
      'trusthub',
      root,
      { FriendlyName: nameOf(reference, 0), Email: filling.email, PolicySid: kind.policySid },
      bundleSchema,
    ));
  const isSubmitted = bundle.friendly_name === nameOf(reference, submission);
  if (isSubmitted) return settled(bundle);
  // Twilio looks at an earlier submission still; it can't be changed meanwhile.
  if (isBeingReviewed(bundle)) throw new EndedEarly({ outcome: 'pending' });

  const place = `${root}/${bundle.sid}`;
  await fill(api, place, reference, filling);
  if (bundle.status === 'twilio-approved') {
    await api.change('trusthub', place, { FriendlyName: nameOf(reference, submission) }, bundleSchema);
    return bundle.sid;
  }
  const evaluation = await api.change(
    'trusthub',
    `${place}/Evaluations`,
    { PolicySid: kind.policySid },
    evaluationSchema,
  );
  if (evaluation.status !== 'compliant')
    throw new EndedEarly({ outcome: 'refused', problems: reasonsIn(evaluation.results) });
  const submitted = await api.change(
    'trusthub',
    place,
    { FriendlyName: nameOf(reference, submission), Status: 'pending-review' },
    bundleSchema,
  );
  return settled(submitted);
}

async function findBundle(
  api: RegistryApi,
  kind: BundleKind,
  reference: string,
  submission: number,
): Promise<Bundle | null> {
  for (let earlier = submission; earlier >= 0; earlier -= 1) {
    const name = nameOf(reference, earlier);
    const query = new URLSearchParams({ FriendlyName: name, PolicySid: kind.policySid, PageSize: '50' });
    const found = await api.find(
      'find bundle',
      { host: 'trusthub', path: `/v1/${kind.path}?${query}`, list: 'results' },
      bundleSchema,
      (bundle) => bundle.friendly_name === name,
    );
    if (found !== null) return found;
  }
  return null;
}

const isBeingReviewed = ({ status }: Bundle) => status === 'pending-review' || status === 'in-review';

function settled(bundle: Bundle): string {
  if (bundle.status === 'twilio-approved') return bundle.sid;
  if (isBeingReviewed(bundle)) throw new EndedEarly({ outcome: 'pending' });
  const problems = problemsIn(bundle.errors);
  throw new EndedEarly({ outcome: 'refused', problems: problems.length > 0 ? problems : [UNVERIFIED] });
}

/** What is in the bundle already is corrected, what is missing is made. One left over from a lost answer is in no bundle. */
async function fill(
  api: RegistryApi,
  place: string,
  reference: string,
  { entities, bundleSids }: Filling,
): Promise<void> {
  const assigned = new Set<string>();
  await api.find(
    'list entities',
    { host: 'trusthub', path: `${place}/EntityAssignments?PageSize=50`, list: 'results' },
    assignmentSchema,
    ({ object_sid: sid }) => {
      assigned.add(sid);
      return false;
    },
  );
  const assign = (sid: string) =>
    api.change('trusthub', `${place}/EntityAssignments`, { ObjectSid: sid }, assignmentSchema);

  for (const entity of entities) {
    const form = { Attributes: JSON.stringify(entity.attributes) };
    const present = await findEntity(api, entity, assigned);
    if (present === null) {
      const made = await api.change(
        'trusthub',
        `/v1/${entity.path}`,
        { FriendlyName: `Hiretext ${reference}`, Type: entity.type, ...form },
        entitySchema,
      );
      await assign(made.sid);
    } else if (!isSame(present.attributes, entity.attributes)) {
      await api.change('trusthub', `/v1/${entity.path}/${present.sid}`, form, entitySchema);
    }
  }
  for (const sid of bundleSids) if (!assigned.has(sid)) await assign(sid);
}

const prefixOf = { EndUsers: 'IT', SupportingDocuments: 'RD' } as const;

async function findEntity(api: RegistryApi, { path, type }: Entity, assigned: Set<string>) {
  for (const sid of assigned) {
    if (!sid.startsWith(prefixOf[path])) continue;
    const entity = await api.read('find entity', 'trusthub', `/v1/${path}/${sid}`, entitySchema);
    if (entity.type === type) return entity;
  }
  return null;
}

function isSame(a: unknown, b: Record<string, string>): boolean {
  const present = z.record(z.string(), z.unknown()).safeParse(a);
  return present.success && Object.entries(b).every(([name, value]) => present.data[name] === value);
}

/** What an evaluation found missing, requirement by requirement. */
function reasonsIn(results: unknown): Problem[] {
  const parsed = z
    .array(
      z.looseObject({
        failure_reason: z.string().nullish(),
        invalid: z.array(z.looseObject({ failure_reason: z.string().nullish() })).nullish(),
      }),
    )
    .safeParse(results);
  const reasons = (parsed.data ?? []).flatMap((result) => [
    ...(result.invalid ?? []).flatMap((field) => field.failure_reason || []),
    ...(result.failure_reason ? [result.failure_reason] : []),
  ]);
  const sentences = reasons.length > 0 ? new Set(reasons) : ["The company's information isn't complete."];
  return [...sentences].map((sentence) => ({ sentence }));
}
