import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { SeatFilter } from './features/team/find-seats.ts';
import { awaitingCode, guardDashboard, settingUpTwoFactor, withoutSession } from './guards.ts';
import type { Queries } from './lib/queries.ts';
import { paths } from './paths.ts';
import { BrokenScreen } from './ui/broken-screen.tsx';

/** Every screen: its path, its guard, and the module that is loaded when it is first shown. */

const root = createRootRouteWithContext<{ queries: Queries }>()({
  notFoundComponent: lazyRouteComponent(() => import('./ui/not-found-screen.tsx'), 'NotFoundScreen'),
  errorComponent: BrokenScreen,
});

const home = createRoute({
  getParentRoute: () => root,
  path: paths.root,
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard });
  },
});

/**
 * A parameter of an address where it is a text that fits. Where it is not, it has to be named as undefined: what a
 * `validateSearch` leaves out, the router hands on as it came.
 */
const textOf = (value: unknown, fits: RegExp = /^/): string | undefined =>
  typeof value === 'string' && fits.test(value) ? value : undefined;

/** What is searched for. A number that somebody typed into the address comes as one. */
const searchOf = (value: unknown): string | undefined =>
  textOf(typeof value === 'number' ? String(value) : value, /\S/)
    ?.trim()
    .slice(0, 100);

/** Where to go after signing in: inside the dashboard only, whatever the address says. */
const nextInSearch = (search: Record<string, unknown>): { next?: string | undefined } => ({
  next: textOf(search.next, /^\/dashboard(?![^/?#])/),
});

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: withoutSession,
  validateSearch: nextInSearch,
  component: lazyRouteComponent(() => import('./features/auth/login-screen.tsx'), 'LoginScreen'),
  staticData: { title: 'Sign in', public: true },
});

/** Every screen but sign-in, which is there before queries are loaded. */
const asking = createRoute({
  getParentRoute: () => root,
  id: 'asking',
  loader: async ({ context }) => {
    await context.queries.load();
  },
  component: lazyRouteComponent(() => import('./ui/with-queries.tsx'), 'WithQueries'),
});

const register = createRoute({
  getParentRoute: () => asking,
  path: paths.register,
  validateSearch: (search: Record<string, unknown>): { invite?: string | undefined } => ({
    invite: textOf(search.invite, /./),
  }),
  beforeLoad: ({ search }) => {
    // Whoever is signed in is told for whom the invitation is.
    if (search.invite === undefined) withoutSession();
  },
  component: lazyRouteComponent(() => import('./features/auth/register-screen.tsx'), 'RegisterScreen'),
  staticData: { title: 'Sign up', public: true },
});

const resetPassword = createRoute({
  getParentRoute: () => asking,
  path: paths.resetPassword,
  component: lazyRouteComponent(
    () => import('./features/auth/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
  staticData: { title: 'Reset your password', public: true },
});

const twoFactorAuthentication = createRoute({
  getParentRoute: () => asking,
  path: paths.twoFactorAuthentication,
  beforeLoad: awaitingCode,
  validateSearch: nextInSearch,
  component: lazyRouteComponent(() => import('./features/auth/two-factor-screen.tsx'), 'TwoFactorScreen'),
  staticData: { title: 'Enter your code', public: true },
});

const setUpTwoFactor = createRoute({
  getParentRoute: () => asking,
  path: paths.setUpTwoFactor,
  beforeLoad: settingUpTwoFactor,
  validateSearch: nextInSearch,
  component: lazyRouteComponent(
    () => import('./features/users/set-up-two-factor-screen.tsx'),
    'SetUpTwoFactorScreen',
  ),
  staticData: { title: 'Set up two-factor authentication' },
});

const singleSignOn = createRoute({
  getParentRoute: () => asking,
  path: paths.singleSignOn,
  beforeLoad: withoutSession,
  validateSearch: nextInSearch,
  component: lazyRouteComponent(
    () => import('./features/sso/single-sign-on-screen.tsx'),
    'SingleSignOnScreen',
  ),
  staticData: { title: 'Single sign-on', public: true },
});

const callback = createRoute({
  getParentRoute: () => asking,
  path: paths.callback,
  component: lazyRouteComponent(() => import('./features/sso/callback-screen.tsx'), 'CallbackScreen'),
  staticData: { title: 'Sign in', public: true },
});

/** Which ATS asked for consent; nothing else that its way back brings is looked at. */
const atsTypeInSearch = (search: Record<string, unknown>): { atsType?: string | undefined } => ({
  atsType: textOf(search.atsType, /^[a-z][a-zA-Z]{1,39}$/),
});

const oauthSuccess = createRoute({
  getParentRoute: () => asking,
  path: paths.oauthSuccess,
  validateSearch: atsTypeInSearch,
  component: lazyRouteComponent(
    () => import('./features/auth/oauth-result-screen.tsx'),
    'OauthSuccessScreen',
  ),
  staticData: { title: 'ATS connected', public: true },
});

const oauthFailure = createRoute({
  getParentRoute: () => asking,
  path: paths.oauthFailure,
  validateSearch: atsTypeInSearch,
  component: lazyRouteComponent(
    () => import('./features/auth/oauth-result-screen.tsx'),
    'OauthFailureScreen',
  ),
  staticData: { title: 'ATS not connected', public: true },
});

const tokenInSearch = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: textOf(search.token),
});

const emailVerificationSuccess = createRoute({
  getParentRoute: () => asking,
  path: paths.emailVerificationSuccess,
  validateSearch: tokenInSearch,
  component: lazyRouteComponent(() => import('./features/auth/mail-link-screen.tsx'), 'VerifyEmailScreen'),
  staticData: { title: 'Verify your email', public: true },
});

const magicLinkSuccess = createRoute({
  getParentRoute: () => asking,
  path: paths.magicLinkSuccess,
  validateSearch: tokenInSearch,
  component: lazyRouteComponent(() => import('./features/auth/mail-link-screen.tsx'), 'MagicLinkScreen'),
  staticData: { title: 'Sign in', public: true },
});

const keepAccount = createRoute({
  getParentRoute: () => asking,
  path: paths.keepAccount,
  validateSearch: tokenInSearch,
  component: lazyRouteComponent(() => import('./features/auth/keep-account-screen.tsx'), 'KeepAccountScreen'),
  staticData: { title: 'Keep your account', public: true },
});

const keepSecondStep = createRoute({
  getParentRoute: () => asking,
  path: paths.keepSecondStep,
  validateSearch: tokenInSearch,
  component: lazyRouteComponent(
    () => import('./features/auth/keep-second-step-screen.tsx'),
    'KeepSecondStepScreen',
  ),
  staticData: { title: 'Keep your second step', public: true },
});

const dashboard = createRoute({
  getParentRoute: () => asking,
  path: paths.dashboard,
  beforeLoad: guardDashboard,
  component: lazyRouteComponent(() => import('./features/dashboard/dashboard-shell.tsx'), 'DashboardShell'),
});

const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: paths.account });
  },
});

const messages = createRoute({
  getParentRoute: () => dashboard,
  path: '/messages',
  component: lazyRouteComponent(
    () => import('./features/conversations/messages-screen.tsx'),
    'MessagesScreen',
  ),
  staticData: { title: 'Messages' },
});

const noConversation = createRoute({
  getParentRoute: () => messages,
  path: '/',
  component: lazyRouteComponent(
    () => import('./features/conversations/no-conversation.tsx'),
    'NoConversation',
  ),
});

const conversation = createRoute({
  getParentRoute: () => messages,
  path: '$conversationId',
  component: lazyRouteComponent(
    () => import('./features/conversations/conversation-screen.tsx'),
    'ConversationScreen',
  ),
  staticData: { ownTopBar: true },
});

const newConversation = createRoute({
  getParentRoute: () => messages,
  path: 'new',
  validateSearch: (search: Record<string, unknown>): { candidateId?: string | undefined } => ({
    candidateId: textOf(search.candidateId),
  }),
  component: lazyRouteComponent(
    () => import('./features/conversations/new-conversation-screen.tsx'),
    'NewConversationScreen',
  ),
  staticData: { title: 'New conversation', ownTopBar: true },
});

const candidates = createRoute({
  getParentRoute: () => dashboard,
  path: '/candidates',
  validateSearch: (search: Record<string, unknown>): { search?: string | undefined } => ({
    search: searchOf(search.search),
  }),
  component: lazyRouteComponent(
    () => import('./features/candidates/candidates-screen.tsx'),
    'CandidatesScreen',
  ),
  staticData: { title: 'Candidates' },
});

/** Which seats are looked for. */
const seatsInSearch = ({ search, status, type }: Record<string, unknown>): SeatFilter => ({
  search: searchOf(search),
  status: status === 'used' || status === 'available' || status === 'pendingInvitation' ? status : undefined,
  type: type === 'texter' || type === 'nonTexter' ? type : undefined,
});

const team = createRoute({
  getParentRoute: () => dashboard,
  path: '/team',
  validateSearch: seatsInSearch,
  component: lazyRouteComponent(() => import('./features/team/people-screens.tsx'), 'TeamScreen'),
  staticData: { title: 'Team' },
});

const hiringManagers = createRoute({
  getParentRoute: () => dashboard,
  path: '/hiring-managers',
  validateSearch: seatsInSearch,
  component: lazyRouteComponent(() => import('./features/team/people-screens.tsx'), 'HiringManagersScreen'),
  staticData: { title: 'Hiring managers' },
});

const account = createRoute({
  getParentRoute: () => dashboard,
  path: '/account',
  component: lazyRouteComponent(() => import('./features/users/account-screen.tsx'), 'AccountScreen'),
  staticData: { title: 'Account' },
});

const registration = createRoute({
  getParentRoute: () => dashboard,
  path: '/account/registration',
  component: lazyRouteComponent(
    () => import('./features/registration/registration-screen.tsx'),
    'RegistrationScreen',
  ),
  staticData: { title: 'Registration with the carriers' },
});

const activity = createRoute({
  getParentRoute: () => dashboard,
  path: '/account/activity',
  component: lazyRouteComponent(() => import('./features/audit/activity-screen.tsx'), 'ActivityScreen'),
  staticData: { title: 'Activity' },
});

const staff = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff',
  validateSearch: (search: Record<string, unknown>): { search?: string | undefined } => ({
    search: searchOf(search.search),
  }),
  component: lazyRouteComponent(() => import('./features/staff/accounts-screen.tsx'), 'AccountsScreen'),
  staticData: { title: 'Staff' },
});

const staffAccount = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff/accounts/$accountId',
  component: lazyRouteComponent(() => import('./features/staff/one-account-screen.tsx'), 'OneAccountScreen'),
  staticData: { title: 'Staff' },
});

const staffNumbers = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff/numbers',
  component: lazyRouteComponent(() => import('./features/staff/numbers-screen.tsx'), 'NumbersScreen'),
  staticData: { title: 'Staff' },
});

const staffJobs = createRoute({
  getParentRoute: () => dashboard,
  path: '/staff/jobs',
  component: lazyRouteComponent(() => import('./features/staff/jobs-screen.tsx'), 'JobsScreen'),
  staticData: { title: 'Staff' },
});

const planSelection = createRoute({
  getParentRoute: () => dashboard,
  path: '/plan-selection',
  component: lazyRouteComponent(
    () => import('./features/plans/plan-selection-screen.tsx'),
    'PlanSelectionScreen',
  ),
  staticData: { title: 'Choose a plan' },
});

const getNumber = createRoute({
  getParentRoute: () => dashboard,
  path: '/get-number',
  validateSearch: (search: Record<string, unknown>): { way?: 'new' | 'own' | undefined } => ({
    way: search.way === 'own' || search.way === 'new' ? search.way : undefined,
  }),
  component: lazyRouteComponent(() => import('./features/numbers/get-number-screen.tsx'), 'GetNumberScreen'),
  staticData: { title: 'Get a number' },
});

const officeNumber = createRoute({
  getParentRoute: () => dashboard,
  path: '/account/office-number',
  component: lazyRouteComponent(
    () => import('./features/hosting/office-number-screen.tsx'),
    'OfficeNumberScreen',
  ),
  staticData: { title: 'Use your office number' },
});

/** `+` is a space in an address that somebody typed. */
const phoneInSearch = (value: unknown) => {
  const digits = String(value ?? '').replace(/\D/g, '');
  return digits === '' ? undefined : `+${digits}`;
};

const simulator = createRoute({
  getParentRoute: () => asking,
  path: paths.simulator,
  validateSearch: (
    search: Record<string, unknown>,
  ): { phone?: string | undefined; business?: string | undefined } => ({
    phone: phoneInSearch(search.phone),
    business: phoneInSearch(search.business),
  }),
  component: lazyRouteComponent(() => import('./features/simulator/simulator-screen.tsx'), 'SimulatorScreen'),
  staticData: { public: true },
});

const routeTree = root.addChildren([
  home,
  login,
  asking.addChildren([
    register,
    resetPassword,
    singleSignOn,
    callback,
    oauthSuccess,
    oauthFailure,
    twoFactorAuthentication,
    setUpTwoFactor,
    emailVerificationSuccess,
    magicLinkSuccess,
    keepAccount,
    keepSecondStep,
    simulator,
    dashboard.addChildren([
      dashboardHome,
      account,
      registration,
      activity,
      candidates,
      team,
      hiringManagers,
      getNumber,
      officeNumber,
      planSelection,
      staff,
      staffAccount,
      staffNumbers,
      staffJobs,
      messages.addChildren([noConversation, newConversation, conversation]),
    ]),
  ]),
]);

export function createAppRouter(queries: Queries, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queries },
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    scrollRestoration: false,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Shown in the browser's tab. */
    title?: string;
    /** Stays open when the session ends. */
    public?: true;
    /** Brings its own bar on a phone, so the shell shows none. */
    ownTopBar?: true;
  }
}
