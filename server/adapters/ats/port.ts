import type { AtsCapabilities, AtsType, CredentialField, JobStageKind } from '../../../contract/ats.ts';
import type { AtsAccess, AtsTokens } from './access.ts';
import type { AtsApi } from './api.ts';

export type { AtsAccess, AtsTokens } from './access.ts';

/**
 * One applicant-tracking system (ATS). A call that it lacks is null here, so its capabilities follow from the type and no
 * screen offers what it can't do. A connector keeps nothing between calls: what it needs to ask with comes as `api`.
 *
 * Calls throw `KeyRefused`, `RightsMissing`, `AtsUnavailable`, `NotFound` and `RefusedByAts` of `failures.ts`; a write also
 * `OutcomeUnknown`, when it may have been done.
 */
export interface AtsConnector {
  readonly type: AtsType;
  /** As people write it, e.g. Greenhouse. */
  readonly name: string;
  /** For a key; `field` is what the credentials are kept by. */
  readonly credentials: readonly CredentialField[];
  /** The rights a key needs, as the system's own screens name them, each with what for. Shown before anyone consents. */
  readonly rights: readonly string[];
  readonly signIn: SignIn;
  /** Null: it offers none to us. */
  readonly oauth: OauthConsent | null;
  /** Where the system itself names the hosts to ask: its domain, since keys and passwords go to no other. */
  readonly domain?: string;
  /** At most so many calls in so many milliseconds for one credential, below what the system refuses. */
  readonly pace: { calls: number; perMs: number };
  /**
   * What its reply means, when that isn't what the status says: a failure with 200, a bad key with 400. Null: as
   * the status says. `right`: the missing right in plain words, if the reply names one.
   */
  readonly readRefusal: ((reply: AtsReply) => Refusal | null) | null;

  /** The cheapest call that proves the key and the rights to read candidates. Throws `RightsMissing` with the right's name. */
  test(api: AtsApi): Promise<{ atsAccountId: string }>;

  /** Every job that isn't closed; all at once, since companies have thousands at most. */
  listJobs(api: AtsApi): Promise<AtsJob[]>;
  /** In order. Null: the system lists no stages beyond those of applications. */
  listStages: ((api: AtsApi) => Promise<AtsStage[]>) | null;
  /** Stages take a call for each job: they are read once an hour. */
  readonly stagesByJob?: true | undefined;

  /**
   * A page of those changed since then, or of all when `since` is null, with their applications. `cursor` is the `next` of the page
   * before: a string that is still good after a restart. Applications that a page doesn't name stay as they were.
   */
  listPeople(api: AtsApi, from: { since: Date | null; cursor: string | null }): Promise<PeoplePage>;
  /** With all their applications. Null: there is no such person (anymore). */
  readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null>;

  /** Exact, at once. Those without details beyond a name are read in full. */
  findByEmail: ((api: AtsApi, email: string) => Promise<AtsPerson[]>) | null;
  /** `phoneNumber` in E.164; numbers are kept there in any format. */
  findByPhone: ((api: AtsApi, phoneNumber: string) => Promise<AtsPerson[]>) | null;

  /** Interviews are asked for application by application, a call or more for each. */
  readonly interviewsByApplication?: true;
  /**
   * A page of all interviews that start after `startsAfter`. One that was listed before but isn't now is gone: no system
   * reports all deletions. Systems that answer per application are asked for those of `applications` (external ids of
   * active ones), and `completeFor` says whose are all there.
   */
  listInterviews:
    | ((
        api: AtsApi,
        from: { startsAfter: Date; cursor: string | null; applications: string[] },
      ) => Promise<InterviewsPage>)
    | null;

  /** People hired with a start date, changed since then. */
  listNewHires:
    | ((
        api: AtsApi,
        from: { since: Date | null; cursor: string | null },
      ) => Promise<{ newHires: AtsNewHire[]; next: string | null }>)
    | null;

  /** Never e-mails or notifies anyone. Never repeated by the connector. */
  writeNote: ((api: AtsApi, note: NewNote) => Promise<{ noteId: string | null }>) | null;
  /** After `OutcomeUnknown`: the note whose body has `note.reference`. Null: it isn't there. The call is null: no way to find out. */
  findNote: ((api: AtsApi, note: NewNote) => Promise<{ noteId: string | null } | null>) | null;

  /** Throws `MovedMeanwhile` when the application is no longer in `fromStageId`. */
  moveStage: ((api: AtsApi, move: StageMove) => Promise<void>) | null;

  readonly webhooks: AtsWebhooks | null;
  /** For systems that keep a queue of what changed instead of webhooks. */
  readonly events: AtsEventQueue | null;
}

/** How requests show who asks. */
export interface SignIn {
  /** Headers of every request. */
  headers(access: AtsAccess): Record<string, string>;
  /** Query parameters of every request; they never appear in logs or errors. */
  query: ((access: AtsAccess) => Record<string, string>) | null;
  /**
   * Gets tokens by the credentials, or by the refresh token that was given with consent. Null: the key itself is sent. Called by
   * one process at a time for each connection, when there are none, when they expire, and once after a 401.
   */
  newTokens: ((api: AtsApi, access: AtsAccess) => Promise<AtsTokens>) | null;
  /** `newTokens` is for consent only: a key is sent itself. */
  keyIsSent?: true;
}

export interface OauthConsent {
  /** Where the person consents. `state` comes back with the code. */
  authorizeUrl(input: { clientId: string; redirectUri: string; state: string }): string;
  /** For the code that came back. */
  exchange(
    api: AtsApi,
    input: { code: string; redirectUri: string; client: { id: string; secret: string } },
  ): Promise<AtsTokens>;
}

export interface AtsReply {
  status: number;
  headers: Headers;
  /** Parsed; undefined when it isn't JSON. */
  body: unknown;
  /** As it came, for what isn't JSON. */
  text: string;
}

export type Refusal =
  /** `hint`: what to do, where that is more than entering the right one; a sentence for a person. */
  | { kind: 'key'; hint?: string }
  | { kind: 'rights'; right: string | null }
  | { kind: 'notFound' }
  /** How long to wait, or until when; neither: as the headers say. */
  | { kind: 'throttled'; waitMs: number | null; until?: Date }
  | { kind: 'unavailable' }
  /** Refused for what was asked. `reason`: theirs, without personal data. */
  | { kind: 'invalid'; reason: string };

export interface PeoplePage {
  people: AtsPerson[];
  /** External ids of those who were deleted or anonymized there. */
  deleted: string[];
  next: string | null;
}

export interface InterviewsPage {
  interviews: AtsInterview[];
  /** Applications of which these are all that are coming: any other is gone. */
  completeFor?: string[];
  next: string | null;
}

/** A candidate, as the system has them. */
export interface AtsPerson {
  externalId: string;
  firstName: string;
  lastName: string;
  emails: string[];
  /** As they were written there, best first. */
  phones: string[];
  /** IANA name. */
  timezone: string | null;
  profileUrl: string | null;
  applications: AtsApplication[];
  /** External ids that were merged into this one. */
  mergedFrom: string[];
}

export interface AtsApplication {
  externalId: string;
  jobExternalId: string | null;
  jobName: string | null;
  stageExternalId: string | null;
  stageName: string | null;
  status: 'active' | 'hired' | 'rejected';
  source: string | null;
  profileUrl: string | null;
  /** The recruiter's there, in lower case. */
  recruiterEmail: string | null;
}

export interface AtsJob {
  externalId: string;
  name: string;
  status: 'draft' | 'open' | 'closed';
  /** In lower case. Null: the system doesn't say who they are. */
  hiringManagerEmails: string[] | null;
}

export interface AtsStage {
  externalId: string;
  /** Null: all jobs have it. */
  jobExternalId: string | null;
  name: string;
  order: number;
  kind: JobStageKind;
}

export interface AtsInterview {
  externalId: string;
  personExternalId: string | null;
  applicationExternalId: string | null;
  jobExternalId: string | null;
  title: string;
  startsAt: Date;
  endsAt: Date;
  /** IANA name. */
  timezone: string | null;
  location: string | null;
  videoUrl: string | null;
  interviewers: string[];
  canceled: boolean;
}

export interface AtsNewHire {
  externalId: string;
  personExternalId: string | null;
  firstName: string;
  lastName: string;
  emails: string[];
  phones: string[];
  /** YYYY-MM-DD, in the zone of the place of work. */
  startsOn: string | null;
  jobName: string | null;
}

export interface NewNote {
  personExternalId: string;
  /** Null: it goes to the person. */
  applicationExternalId: string | null;
  /** Plain text, with `reference` in it. */
  body: string;
  /** Unique, without spaces. */
  reference: string;
  /** Of who sent the text here, in lower case; for systems that name an author. */
  authorEmail: string | null;
}

export interface StageMove {
  personExternalId: string;
  applicationExternalId: string;
  jobExternalId: string | null;
  fromStageId: string | null;
  toStageId: string;
  /** Of who moves them, in lower case. */
  byEmail: string | null;
}

/** What a webhook or an event says; what it is about is read again from the system before anything is done. */
export type AtsEvent =
  | { kind: 'personChanged'; externalId: string }
  | { kind: 'personDeleted'; externalId: string }
  | { kind: 'peopleMerged'; from: string; into: string }
  /** Read them again. */
  | { kind: 'interviewsChanged'; applicationExternalId: string | null }
  | { kind: 'interviewsOfPersonChanged'; personExternalId: string }
  | { kind: 'newHiresChanged' }
  | { kind: 'jobsChanged' };

export interface AtsWebhooks {
  /** `manual`: an admin enters the address there. */
  setUp: 'automatic' | 'manual';
  /**
   * Done once for each connection; repeated after a crash it leaves one set only. Answers what verifies and removes them,
   * which is kept sealed. Null for `manual`: then `secret` is made by us and entered there with the address, and the keys are
   * `{ secrets: { secret }, ids: [] }`.
   */
  subscribe: ((api: AtsApi, input: { url: string; secret: string }) => Promise<WebhookKeys>) | null;
  /** What is gone already is removed. */
  unsubscribe: ((api: AtsApi, keys: WebhookKeys) => Promise<void>) | null;
  /** Throws `BadWebhook` when it is forged or stale. */
  read(input: {
    headers: Record<string, string | undefined>;
    /** As it came. */
    body: Buffer;
    keys: WebhookKeys;
    access: AtsAccess;
    now: Date;
  }): ReceivedWebhook;
}

export interface WebhookKeys {
  /** Ours, or what the system answered. Systems with one for each event name them by event. */
  secrets: Readonly<Record<string, string>>;
  /** To remove them by. */
  ids: readonly string[];
}

export interface ReceivedWebhook {
  /** The same when it is delivered again. */
  id: string;
  events: AtsEvent[];
  /** Headers the system waits for, e.g. a secret that it wants echoed. */
  replyHeaders: Readonly<Record<string, string>>;
}

export interface AtsEventQueue {
  /** Subscribes if `position` is null. Reads on from there; `position` answers where, and is kept. */
  poll(
    api: AtsApi,
    position: string | null,
  ): Promise<{ events: AtsEvent[]; position: string; more: boolean }>;
  /** When the system is disconnected. */
  close(api: AtsApi, position: string): Promise<void>;
}

export function capabilitiesOf(connector: AtsConnector): AtsCapabilities {
  return {
    findByEmail: connector.findByEmail !== null,
    findByPhone: connector.findByPhone !== null,
    interviews: connector.listInterviews !== null,
    newHires: connector.listNewHires !== null,
    writeNote: connector.writeNote !== null,
    moveStage: connector.moveStage !== null,
    webhooks: connector.webhooks !== null,
  };
}
