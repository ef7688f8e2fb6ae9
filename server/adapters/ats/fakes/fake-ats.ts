import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AtsAccess } from '../port.ts';
import type { FakeAtsRequest, FakeAtsServer } from './fake-ats-server.ts';
import type { FakeOutbox } from './fake-outbox.ts';

/**
 * A vendor's ATS, as the suite and tests of the product drive it: people work in it (`addPerson`, `move`), the network fails
 * (`faults`), and its API answers at `url` as the vendor's does.
 */
export interface FakeAts {
  /** What `<PREFIX>_API_BASE_URL` is set to. */
  url: string;
  /** A key that it takes. Tokens are asked for with it, if the vendor has them. */
  access: AtsAccess;
  clock: FakeClock;
  requests: FakeAtsRequest[];
  /** Parameters and fields that no description of the API knows. The suite wants none, whatever the connector made of it. */
  misuse: string[];
  faults: FakeFaults;
  webhooks: FakeWebhooks | null;

  addJob(job: { name: string; hiringManagerEmail?: string }): FakeJob;
  /** Without a job they have no application, where the vendor allows that; else the fake chooses a job. */
  addPerson(person: NewFakePerson): FakePerson;
  changePerson(
    externalId: string,
    change: { firstName?: string; lastName?: string; email?: string; phones?: string[] },
  ): void;
  deletePerson(externalId: string): void;
  /** Null: people can't be merged there. */
  mergePeople: ((from: string, into: string) => void) | null;
  /** Null: the vendor has no interviews. */
  addInterview: ((interview: NewFakeInterview) => { externalId: string }) | null;
  cancelInterview: ((externalId: string) => void) | null;
  /** It's nowhere anymore. */
  deleteInterview: ((externalId: string) => void) | null;
  /** Null: the vendor has no new hires. */
  addNewHire: ((hire: NewFakeHire) => { externalId: string }) | null;
  /** Bodies, oldest first. */
  notesOf(personExternalId: string): string[];
  stageOf(applicationExternalId: string): string | null;
  /** Someone does so in the ATS. */
  move(applicationExternalId: string, stageExternalId: string): void;
  stop(): Promise<void>;
}

export interface FakeJob {
  externalId: string;
  /** In order, and as the connector must return them. Empty: the vendor has no stages. */
  stages: { externalId: string; name: string; kind: JobStageKind }[];
}

export interface NewFakePerson {
  firstName: string;
  lastName: string;
  email?: string;
  /** As typed there. A vendor with room for one keeps the first. */
  phones?: string[];
  job?: FakeJob;
  /** External id. The job's first by default. */
  stage?: string;
}

export interface FakePerson {
  externalId: string;
  applicationExternalId: string | null;
}

export interface NewFakeInterview {
  person: FakePerson;
  title: string;
  startsAt: Date;
  endsAt: Date;
  /** IANA name; kept by vendors that have zones. */
  timezone: string;
  interviewer: { name: string; email: string };
  location?: string;
  videoUrl?: string;
}

export interface NewFakeHire {
  person: FakePerson;
  /** YYYY-MM-DD */
  startsOn: string;
}

/** What can go wrong, in the vendor's own format. Calls that get tokens aren't hit by `next`. */
export type FakeFaults = FakeAtsServer['faults'];

export interface FakeWebhooks {
  /** For `manual`: an admin enters these in the ATS. For `automatic` it's done by the API. */
  addByHand: ((input: { url: string; secret: string }) => void) | null;
  /** Addresses that are notified now, each as often as it is notified. */
  urls(): string[];
  outbox: FakeOutbox;
  /** A changed body breaks the signature. */
  signsBody: boolean;
  /** An old one is refused. */
  signsTime: boolean;
}

/** Stands still until it is moved; fakes move it on with each change, so that all have their own time. */
export class FakeClock {
  #now: number;

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now = (): Date => new Date(this.#now);

  advance(ms: number): void {
    this.#now += ms;
  }

  /** The time of a change: a second after the one before. */
  tick(): Date {
    this.advance(1000);
    return this.now();
  }

  /** Takes no time of the test's. */
  sleep = (ms: number): Promise<void> => {
    this.advance(ms);
    return Promise.resolve();
  };
}
