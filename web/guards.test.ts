import { isNotFound, isRedirect } from '@tanstack/react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { missingOf } from '../contract/access.ts';
import type { Account } from '../contract/accounts.ts';
import type { User } from '../contract/users.ts';
import { type DashboardContext, guardDashboard } from './guards.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { whoIs } from './lib/session/access.ts';
import { accountQuery, userQuery } from './lib/session/me.ts';
import { endSession, startSession } from './lib/session/session.ts';
import { paths } from './paths.ts';
import { createAppRouter } from './screens.tsx';
import { makeAccount, makeId, makeUser } from './testing/make.ts';

/* Every screen of the dashboard, opened by every kind of person. The list of who may is a second one, written by hand. */

const EVERYBODY = '* * * * *';
const ADMINS = '* * admin * *';

/** By screen: plan, account type, user type, seat role and seat type of those who may open it. */
const mayOpen: Record<string, string[]> = {
  account: [EVERYBODY],
  'account/landline': ['payg|monthly|annual * * * *'],
  'account/notifications': [EVERYBODY],
  'account/availability': [EVERYBODY],
  'account/security': [EVERYBODY],
  'account/company': [EVERYBODY],
  'account/registration': [ADMINS],
  'account/activity': [ADMINS],
  'account/retention': [ADMINS],
  'account/export': [ADMINS],
  'account/sent-drafts': [ADMINS],
  messages: [EVERYBODY],
  followUps: [EVERYBODY],
  scheduled: [EVERYBODY],
  'to-approve': [EVERYBODY],
  'messages/new': [EVERYBODY],
  'messages/$conversationId': [EVERYBODY],
  search: [EVERYBODY],
  candidates: [EVERYBODY],
  'candidates/deleted': [ADMINS],
  'candidates/import': ['* * admin * *', '* * * recruiter *'],
  'candidates/$candidateId': [EVERYBODY],
  jobs: ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  'jobs/$jobId': ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  templates: ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  'team-templates': ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  'hiring-manager-templates': ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  'onboarding-templates': ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  automations: ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  keywords: ['payg|monthly|annual * admin * *', 'payg|monthly|annual * * recruiter *'],
  broadcasts: ['payg|monthly|annual * admin * *', 'payg|monthly|annual * * recruiter *'],
  'broadcasts/new': ['payg|monthly|annual * admin * *', 'payg|monthly|annual * * recruiter *'],
  'broadcasts/$broadcastId': ['payg|monthly|annual * admin * *', 'payg|monthly|annual * * recruiter *'],
  calendars: ['monthly|annual * admin * *', 'monthly|annual * * recruiter *'],
  team: ['* team admin * *'],
  'hiring-managers': ['* team admin * *'],
  'team/uncovered': ['* team admin * *'],
  analytics: ['* team admin * *', '* team * recruiter *'],
  'analytics-hiring-managers': ['* team admin * *', '* team * recruiter *'],
  'text-analytics': ['* none|personal * * *', '* team member hiringManager|none *'],
  delivery: ['payg|monthly|annual * admin * *', 'payg|monthly|annual * * recruiter *'],
  'get-number': ['payg|monthly|annual * * * nonTexter'],
  'select-plan': [EVERYBODY],
  integrations: [ADMINS],
  'integrations/pairs': [ADMINS],
  'integrations/api': [ADMINS],
  'integrations/apps': [ADMINS],
  'connect-app/$requestId': [ADMINS],
  'integrations/webhooks': [ADMINS],
  'integrations/webhooks/$endpointId': [ADMINS],
  billing: [ADMINS],
  'plan-selection': [ADMINS, '* none|personal member * *', 'free|payg team member * *'],
};

const forStaff = [
  'staff',
  'staff/accounts/$accountId',
  'staff/numbers',
  'staff/holds',
  'staff/jobs',
  'staff/billing',
  'staff/maintenance',
];

/** Who is redirected. All others who may not open a screen see what is missing. */
const ledElsewhere: Record<string, { who: string[]; to: string }> = {
  'plan-selection': { who: ['monthly|annual team member * *'], to: '/dashboard/account' },
  'text-analytics': { who: ['* team admin * *', '* team member recruiter *'], to: '/dashboard/analytics' },
};

type Seat = NonNullable<User['seat']>;

interface Kind {
  name: string;
  user: User;
  account: Account;
}

const kinds: Kind[] = (['free', 'payg', 'monthly', 'annual'] as const).flatMap((planType) =>
  (['none', 'personal', 'team'] as const).flatMap((type) =>
    (['admin', 'member'] as const).flatMap((userType) =>
      (['recruiter', 'hiringManager', 'none'] as const).flatMap((seatRole) =>
        // A person without a seat has no number either.
        (seatRole === 'none' ? (['nonTexter'] as const) : (['texter', 'nonTexter'] as const)).map(
          (seatType) => ({
            name: [planType, type, userType, seatRole, seatType].join(' '),
            user: makeUser({
              userType,
              seat: seatRole === 'none' ? null : seatOf(seatRole, seatType === 'texter'),
            }),
            account: makeAccount({ planType, type }),
          }),
        ),
      ),
    ),
  ),
);

function seatOf(seatRole: Seat['seatRole'], texts: boolean): Seat {
  return {
    id: makeId(),
    seatRole,
    seatType: 'texter',
    twilioNumber: texts ? '+14155550100' : null,
    twilioNumberFormatted: texts ? '(415) 555-0100' : null,
    metadata: { linkStatus: texts ? 'linked' : null, linkRejection: null, isLandline: false },
  };
}

const fits = (patterns: string[], name: string) =>
  patterns.some((pattern) => {
    const facts = name.split(' ');
    return pattern.split(' ').every((part, i) => part === '*' || part.split('|').includes(facts[i] ?? ''));
  });

const router = createAppRouter(createQueryClient());
type Matches = DashboardContext['matches'];

function guardFor({ user, account }: Pick<Kind, 'user' | 'account'>) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(userQuery().queryKey, user);
  queryClient.setQueryData(accountQuery().queryKey, account);
  return async (path: string, matches: Matches = router.matchRoutes(path, {})): Promise<string> => {
    try {
      const { denied } = await guardDashboard({
        context: { queryClient },
        location: { href: path, pathname: path },
        matches,
      });
      return denied ? 'explained' : 'open';
    } catch (thrown) {
      if (isNotFound(thrown)) return 'not there';
      if (!isRedirect(thrown)) throw thrown;
      const { to, href, search } = thrown.options as { to?: string; href?: string; search?: object };
      return `led to ${to ?? href}${search ? ` ${JSON.stringify(search)}` : ''}`;
    }
  };
}

const signIn = () => startSession({ id_token: 'test-token', expires_in: 3600 });
afterEach(endSession);

test.each(Object.keys(mayOpen))('%s', async (screen) => {
  signIn();
  const elsewhere = ledElsewhere[screen];
  for (const kind of kinds) {
    const wanted = fits(mayOpen[screen] ?? [], kind.name)
      ? 'open'
      : elsewhere && fits(elsewhere.who, kind.name)
        ? `led to ${elsewhere.to}`
        : 'explained';
    // Staff are people like others here: what they are opens nothing of a company.
    for (const isStaff of [false, true]) {
      const guard = guardFor({ ...kind, user: { ...kind.user, isStaff } });
      expect(await guard(`/dashboard/${screen}`), `${kind.name} ${isStaff}`).toBe(wanted);
    }
  }
});

test.each(Object.keys(mayOpen))('%s without a session leads to the login, and back', async (screen) => {
  const path = `/dashboard/${screen}`;
  for (const kind of kinds)
    expect(await guardFor(kind)(path)).toBe(`led to /login ${JSON.stringify({ next: path })}`);
});

test('a screen for staff relies on the server to know who is staff', () => {
  for (const isStaff of [false, true]) {
    const who = whoIs(makeUser({ isStaff }), makeAccount());
    expect(missingOf({ staffOnly: true }, who)).toBe(isStaff ? null : 'staff');
  }
});

test('the screens of staff are there for staff only, whatever else someone is', async () => {
  signIn();
  for (const screen of forStaff)
    for (const kind of kinds)
      for (const isStaff of [false, true])
        expect(await guardFor({ ...kind, user: { ...kind.user, isStaff } })(`/dashboard/${screen}`)).toBe(
          isStaff ? 'open' : 'not there',
        );
});

test.each(['past', 'missing'])(
  'a session whose expiry is %s is ended at the server, then here',
  async (expiry) => {
    startSession({ id_token: 'test-token', expires_in: 3600 }, Date.now() - 3_600_001);
    if (expiry === 'missing') localStorage.removeItem('hiretext:expiresAt');
    const asked = vi.spyOn(window, 'fetch').mockRejectedValue(new Error('offline'));
    const guard = guardFor({ user: makeUser(), account: makeAccount() });
    expect(await guard('/dashboard/account')).toMatch(/^led to \/login/);
    expect(asked).toHaveBeenCalledOnce();
    const [url, init] = asked.mock.calls[0] ?? [];
    expect(`${init?.method} ${url}`).toBe('POST /v1/auth/logout');
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer test-token');
    expect(localStorage.getItem('hiretext:token')).toBeNull();
    asked.mockRestore();
  },
);

test('what lies below a screen is closed with it', async () => {
  signIn();
  const guard = guardFor({ user: makeUser({ userType: 'member' }), account: makeAccount() });
  const open = { staticData: {} };
  const closed = { staticData: { restriction: { userType: 'admin' } } } as const;
  expect(await guard(paths.team, [open, closed, open])).toBe('explained');
  expect(await guard(paths.team, [open, open])).toBe('open');
});

test('every screen of the dashboard is in this test, and every address is that of a screen', () => {
  const screens = Object.values(router.routesById)
    .map(({ fullPath }) => fullPath.replace(/(?<=.)\/$/, ''))
    .filter((path) => !path.endsWith('/$'));
  const below = screens.flatMap((path) => path.split(`${paths.dashboard}/`)[1] ?? []);
  expect([...new Set(below)].sort()).toEqual([...Object.keys(mayOpen), ...forStaff].sort());
  expect([...new Set(screens)].filter(Boolean).sort()).toEqual(Object.values(paths).sort());
});

describe('what was known a while ago', () => {
  const path = paths.team;
  const later = () => vi.setSystemTime(Date.now() + 10 * 60_000);

  async function known() {
    vi.useFakeTimers({ toFake: ['Date'] });
    startSession({ id_token: 'test', expires_in: 3600 });
    const queryClient = createQueryClient();
    queryClient.setDefaultOptions({ queries: { retry: false } });
    queryClient.setQueryData(userQuery().queryKey, makeUser());
    queryClient.setQueryData(accountQuery().queryKey, makeAccount());
    const open = () =>
      guardDashboard({
        context: { queryClient },
        location: { href: path, pathname: path },
        matches: router.matchRoutes(path, {}),
      });
    later();
    return { queryClient, open };
  }

  test('opens a screen at once, while it is asked for again', async () => {
    const { open } = await known();
    const ask = vi.fn(() => new Promise<Response>(() => {}));
    vi.stubGlobal('fetch', ask);
    expect(await open()).toEqual({ denied: null });
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('opens it without a network', async () => {
    const { open } = await known();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await open()).toEqual({ denied: null });
  });

  test('is waited for where a change has made it doubtful', async () => {
    const { queryClient, open } = await known();
    await queryClient.invalidateQueries();
    const answers = [makeUser({ userType: 'member' }), makeAccount()];
    vi.stubGlobal('fetch', async () => Response.json(answers.shift()));
    expect((await open()).denied?.missed.missing).toBe('admin');
  });
});
