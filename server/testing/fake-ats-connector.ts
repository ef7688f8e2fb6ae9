import type { AtsApi } from '../adapters/ats/api.ts';
import { BadWebhook, KeyRefused, RefusedByAts } from '../adapters/ats/failures.ts';
import type {
  AtsApplication,
  AtsConnector,
  AtsEvent,
  AtsInterview,
  AtsJob,
  AtsNewHire,
  AtsPerson,
  AtsStage,
  WebhookKeys,
} from '../adapters/ats/port.ts';

/**
 * A system without a network: what tests put into it is what it has. Its key is `good`, unless `companies` names others, each with
 * the company it opens.
 */
export function createFakeAtsConnector({ pageSize = 100, allInterviews = false } = {}) {
  const state = {
    companies: { good: 'Acme' } as Record<string, string>,
    people: [] as AtsPerson[],
    deleted: [] as string[],
    jobs: [] as AtsJob[],
    stages: [] as AtsStage[],
    /** IDs of people that it refuses to read. */
    refused: [] as string[],
    /** They take a call for each job. */
    stagesByJob: false,
    interviews: [] as AtsInterview[],
    /** Applications that its interviews are all of. */
    completeFor: [] as string[],
    interviewsAsked: [] as string[][],
    newHires: [] as AtsNewHire[],
    /** Addresses that are notified now. */
    subscribed: [] as string[],
    /** Before each page of people is answered. */
    beforePage: null as ((cursor: string | null) => unknown) | null,
    pagesRead: 0,
    peopleRead: [] as string[],
    /** Every call fails with it. */
    failure: null as Error | null,
    unsubscribeFails: null as Error | null,
    lastSince: null as Date | null,
    /** People that are listed and can't be read. */
    unreadable: [] as { id?: string; name?: string }[],
    /** And such interviews. */
    unreadableInterviews: [] as { id?: string }[],
    /** It begins again after the last page. */
    isCircle: false,
  };

  function enter(api: AtsApi): void {
    if (state.failure) throw state.failure;
    const { access } = api;
    if (access.connectedBy === 'key' && state.companies[access.credentials.apiKey ?? ''] === undefined)
      throw new KeyRefused('refused');
  }

  const connector: AtsConnector = {
    type: 'lever',
    name: 'Lever',
    credentials: [
      { field: 'apiKey', label: 'API key', secret: true, required: true, options: null },
      { field: 'region', label: 'Region', secret: false, required: false, options: ['eu', 'na'] },
    ],
    rights: ['Candidates: read'],
    signIn: { headers: () => ({}), query: null, newTokens: null },
    oauth: {
      authorizeUrl: ({ clientId, redirectUri, state: sent }) =>
        `https://vendor.example/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, state: sent })}`,
      exchange: async (_api, { code }) => {
        if (code !== 'granted') throw new KeyRefused('refused');
        return { accessToken: 'secret-token', refreshToken: null, expiresAt: null, extra: {} };
      },
    },
    pace: { calls: 1000, perMs: 1000 },
    readRefusal: null,
    test: async (api) => {
      enter(api);
      return { atsAccountId: state.companies[api.access.credentials.apiKey ?? ''] ?? 'Acme' };
    },
    listJobs: async (api) => {
      enter(api);
      return state.jobs;
    },
    listStages: async () => state.stages,
    get stagesByJob() {
      return state.stagesByJob || undefined;
    },
    listPeople: async (api, { since, cursor }) => {
      enter(api);
      await state.beforePage?.(cursor);
      state.pagesRead += 1;
      state.lastSince = since;
      for (const record of state.unreadable) api.records.refuse('person', record, 'stage.id');
      for (const { externalId } of state.people) api.records.keep('person', { id: externalId });
      const begin = Number(cursor ?? 0);
      const end = begin + pageSize;
      return {
        people: state.people.slice(begin, end),
        deleted: begin === 0 ? state.deleted : [],
        next: end < state.people.length ? String(end) : state.isCircle ? '0' : null,
      };
    },
    readPerson: async (api, externalId) => {
      enter(api);
      state.peopleRead.push(externalId);
      if (state.refused.includes(externalId)) throw new RefusedByAts('read a candidate', 'the ID is none');
      return state.people.find((person) => person.externalId === externalId) ?? null;
    },
    findByEmail: null,
    findByPhone: null,
    ...(!allInterviews && { interviewsByApplication: true as const }),
    listInterviews: async (api, { applications }) => {
      enter(api);
      state.interviewsAsked.push(applications);
      for (const record of state.unreadableInterviews) api.records.refuse('interview', record, 'status');
      return { interviews: state.interviews, completeFor: state.completeFor, next: null };
    },
    listNewHires: async () => ({ newHires: state.newHires, next: null }),
    writeNote: null,
    findNote: null,
    moveStage: async (api) => enter(api),
    webhooks: {
      setUp: 'automatic',
      subscribe: async (api, { url, secret }) => {
        enter(api);
        state.subscribed.push(url);
        return { secrets: { secret }, ids: [url] };
      },
      unsubscribe: async (_api: AtsApi, { ids }: WebhookKeys) => {
        if (state.unsubscribeFails) throw state.unsubscribeFails;
        state.subscribed = state.subscribed.filter((url) => !ids.includes(url));
      },
      read: ({ headers, body, now }) => {
        const at = Number(headers['x-at']);
        if (headers['x-signature'] !== 'right' || Math.abs(now.getTime() - at) > 300_000)
          throw new BadWebhook('forged or stale');
        const { id, events } = JSON.parse(body.toString()) as { id: string; events: AtsEvent[] };
        return { id, events, replyHeaders: { 'x-heard': id } };
      },
    },
    events: null,
  };
  return { connector, state };
}

let made = 0;

/** Someone without anything that isn't given. */
export function fakeAtsPerson(over: Partial<AtsPerson> = {}): AtsPerson {
  made += 1;
  return {
    externalId: `p${made}`,
    firstName: 'Ana',
    lastName: 'Ruiz',
    emails: [],
    phones: [],
    timezone: null,
    profileUrl: null,
    applications: [],
    mergedFrom: [],
    ...over,
  };
}

export function fakeAtsApplication(over: Partial<AtsApplication> = {}): AtsApplication {
  made += 1;
  return {
    externalId: `a${made}`,
    jobExternalId: 'j1',
    jobName: 'Nurse',
    stageExternalId: 's1',
    stageName: 'Applied',
    status: 'active',
    source: null,
    profileUrl: null,
    recruiterEmail: null,
    ...over,
  };
}
