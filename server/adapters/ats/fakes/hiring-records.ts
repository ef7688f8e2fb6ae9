import type { JobStageKind } from '../../../../contract/ats.ts';

/* What a company that hires keeps, as every fake ATS knows it. */

export interface Entry {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  /** What only this vendor returns of it, by the names it has there. */
  extra: Record<string, unknown>;
}

export interface User extends Entry {
  name: string;
  email: string;
  role: string;
  active: boolean;
}

export interface Stage {
  id: string;
  name: string;
  kind: JobStageKind;
  /** The vendor's own word for its kind. */
  type: string;
  order: number;
  /** The jobs it's for; null: all. */
  plan: string | null;
}

export interface Job extends Entry {
  name: string;
  status: string;
  manager: User | null;
  /** Its own stages have the same; its id by default. */
  plan: string;
}

export interface Person extends Entry {
  firstName: string;
  lastName: string;
  emails: string[];
  phones: string[];
}

export interface Application extends Entry {
  person: Person;
  job: Job | null;
  stage: Stage;
  movedAt: Date;
  status: 'active' | 'hired' | 'rejected';
}

export interface Interview extends Entry {
  application: Application;
  title: string;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  interviewer: User;
  location: string | null;
  videoUrl: string | null;
  canceled: boolean;
}

export interface Hire extends Entry {
  person: Person;
  application: Application | null;
  startsOn: string;
}

export interface Note extends Entry {
  person: Person;
  application: Application | null;
  body: string;
  author: User | null;
}

export interface Subscription extends Entry {
  url: string;
  secret: string;
  /** Null: all. */
  events: readonly string[] | null;
  active: boolean;
}

export type Change =
  | { kind: 'userAdded'; user: User }
  | { kind: 'jobAdded'; job: Job }
  | { kind: 'personAdded' | 'personChanged' | 'personDeleted'; person: Person; applications: Application[] }
  | { kind: 'peopleMerged'; person: Person; into: Person }
  | { kind: 'applied' | 'applicationChanged'; application: Application }
  | { kind: 'moved'; application: Application; from: Stage }
  | { kind: 'interviewAdded' | 'interviewCanceled'; interview: Interview }
  | { kind: 'hired'; hire: Hire; applications: Application[] };

export type HiringKind =
  | 'user'
  | 'stage'
  | 'job'
  | 'person'
  | 'application'
  | 'interview'
  | 'hire'
  | 'note'
  | 'subscription'
  | 'event';

export interface StageFacts {
  /** A new one by default. */
  id?: string;
  name: string;
  kind: JobStageKind;
  type?: string;
  order?: number;
  plan?: string;
}

export interface HiringFacts {
  newId(kind: HiringKind): string;
  stages: readonly StageFacts[];
  /** Of jobs, by default. */
  plan?: string;
  /** Each job gets its own. */
  stagesPerJob?: true;
  /** What someone has who is added without one: no application, one to no job, or one to a job that's made for it. */
  withoutJob: 'nothing' | 'application' | 'job';
}
