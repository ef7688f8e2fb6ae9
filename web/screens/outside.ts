import { createRoute } from '@tanstack/react-router';
import { awaitingCode, settingUpTwoFactor, withoutSession } from '../guards.ts';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { paths } from '../paths.ts';
import { root } from './frames.ts';
import { textOf } from './in-search.ts';

/* Screens outside the dashboard. */

/** Where to go after signing in: only inside the dashboard, whatever is in the address. */
const nextInSearch = (search: Record<string, unknown>): { next?: string | undefined } => ({
  // The dashboard's root isn't a destination: `landingPath` decides where people land.
  next: textOf(search.next, /^\/dashboard(?![^/?#])(?!(?:\/|\/account\/?)?$)/),
});

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: withoutSession,
  validateSearch: nextInSearch,
  component: lazyScreen(() => import('../features/auth/login/login-screen.tsx'), 'LoginScreen'),
  staticData: { title: 'Sign in', public: true },
});

const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  validateSearch: (search: Record<string, unknown>): { invite?: string | undefined } => ({
    invite: textOf(search.invite, /./),
  }),
  beforeLoad: ({ search }) => {
    // A signed-in person sees who the invitation is for.
    if (search.invite === undefined) withoutSession();
  },
  component: lazyScreen(() => import('../features/auth/register/register-screen.tsx'), 'RegisterScreen'),
  staticData: { title: 'Sign up', public: true },
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  component: lazyScreen(
    () => import('../features/auth/reset-password/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
  staticData: { title: 'Reset your password', public: true },
});

const twoFactorAuthentication = createRoute({
  getParentRoute: () => root,
  path: paths.twoFactorAuthentication,
  beforeLoad: awaitingCode,
  validateSearch: nextInSearch,
  component: lazyScreen(() => import('../features/auth/login/two-factor-screen.tsx'), 'TwoFactorScreen'),
  staticData: { title: 'Enter your code', public: true },
});

const setUpTwoFactor = createRoute({
  getParentRoute: () => root,
  path: paths.setUpTwoFactor,
  beforeLoad: settingUpTwoFactor,
  validateSearch: nextInSearch,
  component: lazyScreen(
    () => import('../features/users/security/set-up-two-factor-screen.tsx'),
    'SetUpTwoFactorScreen',
  ),
  staticData: { title: 'Set up two-factor authentication' },
});

const singleSignOn = createRoute({
  getParentRoute: () => root,
  path: paths.singleSignOn,
  beforeLoad: withoutSession,
  validateSearch: nextInSearch,
  component: lazyScreen(() => import('../features/sso/single-sign-on-screen.tsx'), 'SingleSignOnScreen'),
  staticData: { title: 'Single sign-on', public: true },
});

const callback = createRoute({
  getParentRoute: () => root,
  path: paths.callback,
  component: lazyScreen(() => import('../features/sso/callback-screen.tsx'), 'CallbackScreen'),
  staticData: { title: 'Sign in', public: true },
});

const VENDOR = /^[a-z][a-zA-Z]{1,39}$/;

/** The ATS or calendar provider that asked for consent. Everything else in the address is ignored. */
const vendorInSearch = (
  search: Record<string, unknown>,
): { atsType?: string | undefined; calendar?: string | undefined } => ({
  atsType: textOf(search.atsType, VENDOR),
  calendar: textOf(search.calendar, VENDOR),
});

const oauthSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.oauthSuccess,
  validateSearch: vendorInSearch,
  component: lazyScreen(() => import('../features/auth/oauth-result-screen.tsx'), 'OauthSuccessScreen'),
  staticData: { title: 'Connected', public: true },
});

const oauthFailure = createRoute({
  getParentRoute: () => root,
  path: paths.oauthFailure,
  validateSearch: vendorInSearch,
  component: lazyScreen(() => import('../features/auth/oauth-result-screen.tsx'), 'OauthFailureScreen'),
  staticData: { title: 'Not connected', public: true },
});

const help = createRoute({
  getParentRoute: () => root,
  path: paths.help,
  component: lazyScreen(() => import('../features/help/help-screen.tsx'), 'HelpScreen'),
  staticData: { title: 'Help', public: true },
});

const analyticsHelp = createRoute({
  getParentRoute: () => root,
  path: paths.analyticsHelp,
  component: lazyScreen(() => import('../features/help/analytics-help-screen.tsx'), 'AnalyticsHelpScreen'),
  staticData: { title: 'Analytics', public: true },
});

const tokenInSearch = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: textOf(search.token),
});

const emailVerificationSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.emailVerificationSuccess,
  validateSearch: tokenInSearch,
  component: lazyScreen(() => import('../features/auth/links/mail-link-screen.tsx'), 'VerifyEmailScreen'),
  staticData: { title: 'Verify your email', public: true },
});

const magicLinkSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.magicLinkSuccess,
  validateSearch: tokenInSearch,
  component: lazyScreen(() => import('../features/auth/links/mail-link-screen.tsx'), 'MagicLinkScreen'),
  staticData: { title: 'Sign in', public: true },
});

const keepAccount = createRoute({
  getParentRoute: () => root,
  path: paths.keepAccount,
  validateSearch: tokenInSearch,
  component: lazyScreen(() => import('../features/auth/links/keep-account-screen.tsx'), 'KeepAccountScreen'),
  staticData: { title: 'Keep your account', public: true },
});

const keepSecondStep = createRoute({
  getParentRoute: () => root,
  path: paths.keepSecondStep,
  validateSearch: tokenInSearch,
  component: lazyScreen(
    () => import('../features/auth/links/keep-second-step-screen.tsx'),
    'KeepSecondStepScreen',
  ),
  staticData: { title: 'Keep your second step', public: true },
});

/** `+` is a space in a typed address. */
const phoneInSearch = (value: unknown) => {
  const digits = String(value ?? '').replace(/\D/g, '');
  return digits === '' ? undefined : `+${digits}`;
};

const simulator = createRoute({
  getParentRoute: () => root,
  path: paths.simulator,
  validateSearch: (
    search: Record<string, unknown>,
  ): { phone?: string | undefined; business?: string | undefined } => ({
    phone: phoneInSearch(search.phone),
    business: phoneInSearch(search.business),
  }),
  component: lazyScreen(() => import('../features/simulator/simulator-screen.tsx'), 'SimulatorScreen'),
  staticData: { public: true },
});

const simulatedAts = createRoute({
  getParentRoute: () => root,
  path: paths.simulatedAts,
  validateSearch: (search: Record<string, unknown>): { person?: string | undefined } => ({
    person: textOf(String(search.person ?? ''), /^\d{1,15}$/),
  }),
  component: lazyScreen(() => import('../features/simulator/ats/ats-screen.tsx'), 'AtsScreen'),
  staticData: { public: true },
});

export const outsideScreens = [
  login,
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
  help,
  analyticsHelp,
  simulator,
  simulatedAts,
] as const;
