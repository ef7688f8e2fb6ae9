import { createHmac } from 'node:crypto';
import type { FakeAts, FakePerson } from './fake-ats.ts';
import { type FakeVendor, startFakeAtsServer } from './fake-ats-server.ts';
import { type Hiring, known, orNoSuch } from './hiring.ts';
import type { Application, Change, Hire, Job, Person } from './hiring-records.ts';

/* The company in `Hiring`, as a vendor's API returns it. A vendor adds its routes, its ids and its ways to refuse. */

export interface VendorFacts extends FakeVendor {
  access: FakeAts['access'];
  webhooks: VendorWebhooks | null;
  /** What not every vendor reports. */
  tells: readonly ('merges' | 'interviews' | 'newHires')[];
  /** As it names what has another id here. */
  ids?: {
    person?: (person: Person) => string;
    application?: (application: Application) => string;
    hire?: (hire: Hire) => string;
  };
}

interface VendorWebhooks {
  signsBody: boolean;
  signsTime: boolean;
  /** An admin enters them there. */
  byHand?: true;
  urlOf?: (url: string) => string;
  /** The events of a change, each with its content. */
  tells(change: Change): (readonly [event: string, payload: object])[];
  /** Called once for each of these: its id stays the same when it is delivered again. */
  sign(event: string, payload: object): Parameters<Hiring['deliver']>[1];
}

export interface FakeOfVendor extends FakeAts {
  hiring: Hiring;
  job(externalId: string): Job;
  person(externalId: string): Person;
  application(externalId: string | null): Application;
}

export async function startFakeVendor(
  hiring: Hiring,
  vendor: VendorFacts,
  misuse: string[] = [],
): Promise<FakeOfVendor> {
  const { person: personId, application: applicationId, hire: hireId } = idsOf(vendor);
  reportChanges(hiring, vendor);
  const job = (externalId: string) => known(hiring.jobs, externalId, 'job');
  const person = (externalId: string) =>
    orNoSuch(
      hiring.people.find((each) => personId(each) === externalId),
      'person',
    );
  const application = (externalId: string | null) =>
    orNoSuch(
      hiring.applications.find((each) => applicationId(each) === externalId),
      'application',
    );
  const interview = (externalId: string) => known(hiring.interviews, externalId, 'interview');
  const tells = (what: VendorFacts['tells'][number]) => vendor.tells.includes(what);

  return {
    ...(await startFakeAtsServer(vendor, misuse)),
    hiring,
    job,
    person,
    application,
    clock: hiring.clock,
    access: vendor.access,
    webhooks: webhooksOf(hiring, vendor),
    addJob: (given) => {
      const added = hiring.addJob(given);
      const stages = hiring.stagesOf(added).map(({ id, name, kind }) => ({ externalId: id, name, kind }));
      return { externalId: added.id, stages };
    },
    addPerson: (given): FakePerson => {
      const added = hiring.addPerson(given);
      const [theirs] = hiring.applicationsOf(added);
      return {
        externalId: personId(added),
        applicationExternalId: theirs === undefined ? null : applicationId(theirs),
      };
    },
    changePerson: (externalId, { email, ...change }) =>
      hiring.changePerson(person(externalId), { ...change, ...(email !== undefined && { emails: [email] }) }),
    deletePerson: (externalId) => hiring.deletePerson(person(externalId)),
    mergePeople: tells('merges') ? (from, into) => hiring.mergePeople(person(from), person(into)) : null,
    addInterview: tells('interviews')
      ? (given) => {
          const { id } = hiring.addInterview(given, application(given.person.applicationExternalId));
          return { externalId: id };
        }
      : null,
    cancelInterview: tells('interviews')
      ? (externalId) => hiring.cancelInterview(interview(externalId))
      : null,
    deleteInterview: tells('interviews')
      ? (externalId) => {
          const gone = interview(externalId);
          hiring.interviews = hiring.interviews.filter((each) => each !== gone);
        }
      : null,
    addNewHire: tells('newHires')
      ? ({ person: { externalId, applicationExternalId }, startsOn }) => {
          const theirs = applicationExternalId === null ? null : application(applicationExternalId);
          return { externalId: hireId(hiring.hire(person(externalId), theirs, startsOn)) };
        }
      : null,
    notesOf: (externalId) => hiring.notesOf(person(externalId)).map(({ body }) => body),
    stageOf: (externalId) => application(externalId).stage.id,
    move: (externalId, stage) => hiring.move(application(externalId), stage),
  };
}

/** To the webhooks that were entered there. */
export function reportChanges(hiring: Hiring, { webhooks }: Pick<VendorFacts, 'webhooks'>): void {
  if (webhooks === null) return;
  hiring.onChange = (change) => {
    for (const [event, payload] of webhooks.tells(change))
      hiring.deliver(event, webhooks.sign(event, payload));
  };
}

const idsOf = ({ ids = {} }: VendorFacts) => {
  const own = ({ id }: { id: string }) => id;
  return { person: own, application: own, hire: own, ...ids };
};

function webhooksOf(hiring: Hiring, { webhooks }: VendorFacts): FakeAts['webhooks'] {
  if (webhooks === null) return null;
  const { byHand, urlOf = (url: string) => url, signsBody, signsTime } = webhooks;
  const active = () => hiring.subscriptions.filter((each) => each.active);
  return {
    addByHand: byHand ? (input) => void hiring.subscribe(input) : null,
    urls: () => active().map(({ url }) => urlOf(url)),
    outbox: hiring.outbox,
    signsBody,
    signsTime,
  };
}

/** Of what is signed, in hex. */
export function hmac(secret: string, ...parts: (string | Buffer)[]): string {
  const signing = createHmac('sha256', secret);
  for (const part of parts) signing.update(part);
  return signing.digest('hex');
}

export const asBody = (value: object): Buffer => Buffer.from(JSON.stringify(value));

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
