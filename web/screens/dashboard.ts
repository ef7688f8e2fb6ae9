import { createRoute, notFound, redirect } from '@tanstack/react-router';
import {
  ANALYTICS,
  BROADCASTS,
  JOBS,
  missingOf,
  PAID_PLANS,
  UNLIMITED_PLANS,
} from '../../contract/access.ts';
import type { User } from '../../contract/users.ts';
import { type AnalyticsSearch, RANGES } from '../features/analytics/analytics-search.ts';
import {
  AUTOMATION_TABS,
  type AutomationsSearch,
  SHOWN,
} from '../features/automations/automations-search.ts';
import { type CandidatesSearch, CONTACTED, SORTS } from '../features/candidates/candidates-search.ts';
import type { TextsSearch } from '../features/search/texts-search.ts';
import type { SeatFilter } from '../features/team/seats/find-seats.ts';
import type { TemplateFilter } from '../features/templates/templates-query.ts';
import { DELIVERY_STATUSES, type WebhookSearch } from '../features/webhooks/webhook-search.ts';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { homeOf, userQuery } from '../lib/session/me.ts';
import { paths } from '../paths.ts';
import { below, dashboard, inDashboard } from './frames.ts';
import { searchOf, textOf } from './in-search.ts';

/* Screens of the dashboard. */

const ID = /^[\da-f-]{36}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    throw redirect({ href: homeOf(await queryClient.ensureQueryData(userQuery())) });
  },
});

const messages = createRoute({
  ...inDashboard(paths.messages),
  validateSearch: (search: Record<string, unknown>): { view?: string | undefined } => ({
    view: textOf(search.view, /^[0-9a-f-]{36}$/),
  }),
  component: lazyScreen(
    () => import('../features/conversations/inbox/messages-screen.tsx'),
    'MessagesScreen',
  ),
  staticData: { title: 'Messages', navigation: { group: 'work', icon: 'messages', order: 1 } },
});

const noConversation = createRoute({
  getParentRoute: () => messages,
  path: '/',
  component: lazyScreen(
    () => import('../features/conversations/inbox/no-conversation.tsx'),
    'NoConversation',
  ),
});

const conversation = createRoute({
  getParentRoute: () => messages,
  path: below(paths.messages, paths.conversation),
  validateSearch: (
    search: Record<string, unknown>,
  ): { message?: string | undefined; at?: string | undefined; note?: string | undefined } => ({
    message: textOf(search.message, ID),
    at: textOf(search.at, MOMENT),
    note: textOf(search.note, ID),
  }),
  component: lazyScreen(
    () => import('../features/conversations/conversation/conversation-screen.tsx'),
    'ConversationScreen',
  ),
  staticData: { ownTopBar: true },
});

const newConversation = createRoute({
  getParentRoute: () => messages,
  path: below(paths.messages, paths.newConversation),
  validateSearch: (search: Record<string, unknown>): { candidateId?: string | undefined } => ({
    candidateId: textOf(search.candidateId),
  }),
  component: lazyScreen(
    () => import('../features/conversations/new/new-conversation-screen.tsx'),
    'NewConversationScreen',
  ),
  staticData: { title: 'New conversation', ownTopBar: true },
});

/** Hiring managers text few candidates, and have few entries in the menu. */
const isRecruiter = ({ seat }: User) => seat?.seatRole !== 'hiringManager';

const followUps = createRoute({
  ...inDashboard(paths.followUps),
  component: lazyScreen(() => import('../features/follow-ups/follow-ups-screen.tsx'), 'FollowUpsScreen'),
  staticData: {
    title: 'Follow-ups',
    navigation: { group: 'work', icon: 'followUps', order: 1.5 },
    isOfUseTo: isRecruiter,
  },
});

const scheduled = createRoute({
  ...inDashboard(paths.scheduled),
  component: lazyScreen(() => import('../features/scheduled/scheduled-screen.tsx'), 'ScheduledScreen'),
  staticData: {
    title: 'Scheduled',
    navigation: { group: 'work', icon: 'scheduled', order: 1.2 },
    isOfUseTo: isRecruiter,
  },
});

const proposals = createRoute({
  ...inDashboard(paths.proposals),
  component: lazyScreen(() => import('../features/proposals/proposals-screen.tsx'), 'ProposalsScreen'),
  staticData: { title: 'To approve' },
});

/** How the list of candidates is searched, narrowed down and sorted. */
const candidatesInSearch = (search: Record<string, unknown>): CandidatesSearch => ({
  search: searchOf(search.search),
  sort: SORTS.find((known) => known === search.sort),
  tag: searchOf(search.tag)?.slice(0, 40),
  job: textOf(search.job, /^.{1,300}$/),
  stage: textOf(search.stage, /^.{1,300}$/),
  contact: CONTACTED.find((known) => known === search.contact),
  optedOut: typeof search.optedOut === 'boolean' ? search.optedOut : undefined,
});

const DAY = /^\d{4}-\d\d-\d\d$/;

const search = createRoute({
  ...inDashboard(paths.search),
  validateSearch: (asked: Record<string, unknown>): TextsSearch => ({
    q: searchOf(asked.q),
    person: textOf(asked.person, ID),
    from: textOf(asked.from, DAY),
    to: textOf(asked.to, DAY),
    attachment: asked.attachment === true || undefined,
    failed: asked.failed === true || undefined,
  }),
  component: lazyScreen(() => import('../features/search/search-screen.tsx'), 'SearchScreen'),
  staticData: { title: 'Search texts' },
});

const candidates = createRoute({
  ...inDashboard(paths.candidates),
  validateSearch: candidatesInSearch,
  component: lazyScreen(() => import('../features/candidates/candidates-screen.tsx'), 'CandidatesScreen'),
  staticData: { title: 'Candidates', navigation: { group: 'work', icon: 'candidates', order: 2 } },
});

const candidateImports = createRoute({
  ...inDashboard(paths.candidateImports),
  component: lazyScreen(() => import('../features/imports/imports-screen.tsx'), 'ImportsScreen'),
  staticData: { title: 'Import', restriction: { seatRole: 'recruiter' } },
});

const deletedCandidates = createRoute({
  ...inDashboard(paths.deletedCandidates),
  component: lazyScreen(
    () => import('../features/candidates/deleted-candidates-screen.tsx'),
    'DeletedCandidatesScreen',
  ),
  staticData: { title: 'Deleted candidates', restriction: { userType: 'admin' } },
});

const candidate = createRoute({
  ...inDashboard(paths.candidate),
  component: lazyScreen(() => import('../features/candidates/candidate-screen.tsx'), 'CandidateScreen'),
  staticData: { title: 'Candidate' },
});

const jobs = createRoute({
  ...inDashboard(paths.jobs),
  validateSearch: ({ status }: Record<string, unknown>): { status?: 'closed' | undefined } => ({
    status: status === 'closed' ? status : undefined,
  }),
  component: lazyScreen(() => import('../features/jobs/jobs-screen.tsx'), 'JobsScreen'),
  staticData: {
    title: 'Jobs',
    restriction: JOBS,
    navigation: { group: 'work', icon: 'jobs', order: 3, isOffered: true },
  },
});

const job = createRoute({
  ...inDashboard(paths.job),
  component: lazyScreen(() => import('../features/jobs/board-screen.tsx'), 'BoardScreen'),
  staticData: { title: 'Job', restriction: JOBS },
});

const broadcasts = createRoute({
  ...inDashboard(paths.broadcasts),
  component: lazyScreen(() => import('../features/broadcasts/broadcasts-screen.tsx'), 'BroadcastsScreen'),
  staticData: {
    title: 'Broadcasts',
    restriction: BROADCASTS,
    navigation: { group: 'work', icon: 'broadcasts', order: 1.7, isOffered: true },
  },
});

const newBroadcast = createRoute({
  ...inDashboard(paths.newBroadcast),
  validateSearch: (
    search: Record<string, unknown>,
  ): { unansweredOf?: string | undefined; importId?: string | undefined } => ({
    unansweredOf: textOf(search.unansweredOf, ID),
    importId: textOf(search.importId, ID),
  }),
  component: lazyScreen(
    () => import('../features/broadcasts/new-broadcast-screen.tsx'),
    'NewBroadcastScreen',
  ),
  staticData: { title: 'New broadcast', restriction: BROADCASTS },
});

const broadcast = createRoute({
  ...inDashboard(paths.broadcast),
  validateSearch: (search: Record<string, unknown>): { show?: string | undefined } => ({
    show: textOf(search.show, /^[A-Za-z]{1,20}$/),
  }),
  component: lazyScreen(() => import('../features/broadcasts/broadcast-screen.tsx'), 'BroadcastScreen'),
  staticData: { title: 'Broadcast', restriction: BROADCASTS },
});

const ofRecruiters = { seatRole: 'recruiter', plans: UNLIMITED_PLANS } as const;

/** The search for templates. */
const templatesInSearch = ({ search, folder }: Record<string, unknown>): TemplateFilter => ({
  search: searchOf(search),
  folder: searchOf(folder),
});

const templates = createRoute({
  ...inDashboard(paths.templates),
  validateSearch: templatesInSearch,
  component: lazyScreen(() => import('../features/templates/templates-screens.tsx'), 'TemplatesScreen'),
  staticData: {
    title: 'Templates',
    restriction: ofRecruiters,
    navigation: { group: 'library', icon: 'templates', order: 1, isOffered: true },
    tab: { of: paths.templates, label: 'Mine' },
  },
});

const teamTemplates = createRoute({
  ...inDashboard(paths.teamTemplates),
  validateSearch: templatesInSearch,
  component: lazyScreen(() => import('../features/templates/templates-screens.tsx'), 'TeamTemplatesScreen'),
  staticData: {
    title: 'Team templates',
    restriction: ofRecruiters,
    tab: { of: paths.templates, label: 'Team' },
  },
});

const hiringManagerTemplates = createRoute({
  ...inDashboard(paths.hiringManagerTemplates),
  validateSearch: templatesInSearch,
  component: lazyScreen(
    () => import('../features/templates/templates-screens.tsx'),
    'HiringManagerTemplatesScreen',
  ),
  staticData: {
    title: 'Hiring manager templates',
    restriction: ofRecruiters,
    tab: { of: paths.templates, label: 'Hiring managers' },
  },
});

const onboardingTemplates = createRoute({
  ...inDashboard(paths.onboardingTemplates),
  validateSearch: templatesInSearch,
  component: lazyScreen(
    () => import('../features/templates/templates-screens.tsx'),
    'OnboardingTemplatesScreen',
  ),
  staticData: {
    title: 'Onboarding templates',
    restriction: ofRecruiters,
    tab: { of: paths.templates, label: 'Onboarding' },
  },
});

/** Which part of the automations is shown, and which planned texts. */
const automationsInSearch = ({
  tab,
  show,
  automation,
  everyone,
}: Record<string, unknown>): AutomationsSearch => ({
  tab: AUTOMATION_TABS.find((known) => known === tab),
  show: SHOWN.find((known) => known === show),
  automation: textOf(automation, ID),
  everyone: everyone === true || undefined,
});

const automations = createRoute({
  ...inDashboard(paths.automations),
  validateSearch: automationsInSearch,
  component: lazyScreen(() => import('../features/automations/automations-screen.tsx'), 'AutomationsScreen'),
  staticData: {
    title: 'Automations',
    restriction: ofRecruiters,
    navigation: { group: 'library', icon: 'automations', order: 2, isOffered: true },
  },
});

const keywords = createRoute({
  ...inDashboard(paths.keywords),
  component: lazyScreen(() => import('../features/keywords/keywords-screen.tsx'), 'KeywordsScreen'),
  staticData: {
    title: 'Keywords',
    restriction: { seatRole: 'recruiter', plans: PAID_PLANS },
    navigation: { group: 'library', icon: 'keywords', order: 3 },
    // Candidates text them to a number.
    isOfUseTo: ({ seat }) => Boolean(seat?.twilioNumber),
  },
});

const calendars = createRoute({
  ...inDashboard(paths.calendars),
  component: lazyScreen(() => import('../features/calendars/calendars-screen.tsx'), 'CalendarsScreen'),
  staticData: {
    title: 'Calendars',
    restriction: ofRecruiters,
    navigation: { group: 'work', icon: 'calendars', order: 4, isOffered: true },
  },
});

const ofTeamAdmins = { userType: 'admin', seatRole: 'recruiter', accountType: 'team' } as const;

/** The search for seats. */
const seatsInSearch = ({ search, status, type }: Record<string, unknown>): SeatFilter => ({
  search: searchOf(search),
  status: status === 'used' || status === 'available' || status === 'pendingInvitation' ? status : undefined,
  type: type === 'texter' || type === 'nonTexter' ? type : undefined,
});

const team = createRoute({
  ...inDashboard(paths.team),
  validateSearch: seatsInSearch,
  component: lazyScreen(() => import('../features/team/people-screens.tsx'), 'TeamScreen'),
  staticData: {
    title: 'Team',
    restriction: ofTeamAdmins,
    navigation: { group: 'settings', icon: 'team', order: 2 },
    tab: { of: paths.team, label: 'Team' },
  },
});

const hiringManagers = createRoute({
  ...inDashboard(paths.hiringManagers),
  validateSearch: seatsInSearch,
  component: lazyScreen(() => import('../features/team/people-screens.tsx'), 'HiringManagersScreen'),
  staticData: {
    title: 'Hiring managers',
    restriction: ofTeamAdmins,
    tab: { of: paths.team, label: 'Hiring managers' },
  },
});

const uncovered = createRoute({
  ...inDashboard(paths.uncovered),
  component: lazyScreen(() => import('../features/team/uncovered/uncovered-screen.tsx'), 'UncoveredScreen'),
  staticData: { title: 'Uncovered seats', restriction: ofTeamAdmins },
});

/** Which figures are shown, and of which the conversations are looked at. */
const analyticsInSearch = (search: Record<string, unknown>): AnalyticsSearch => ({
  range: RANGES.find((known) => known === search.range),
  from: textOf(search.from),
  to: textOf(search.to),
  person: textOf(search.person, ID),
  role: search.role === 'recruiter' || search.role === 'hiringManager' ? search.role : undefined,
  tag: searchOf(search.tag),
  job: searchOf(search.job),
  sort: textOf(search.sort),
  behind: textOf(search.behind),
  of: textOf(search.of),
});

const analytics = createRoute({
  ...inDashboard(paths.analytics),
  validateSearch: analyticsInSearch,
  component: lazyScreen(() => import('../features/analytics/analytics-screens.tsx'), 'AnalyticsScreen'),
  staticData: {
    title: 'Analytics',
    restriction: ANALYTICS,
    navigation: { group: 'insights', icon: 'analytics', order: 1 },
    tab: { of: paths.analytics, label: 'Everyone' },
  },
});

const hiringManagerAnalytics = createRoute({
  ...inDashboard(paths.hiringManagerAnalytics),
  validateSearch: analyticsInSearch,
  component: lazyScreen(
    () => import('../features/analytics/analytics-screens.tsx'),
    'HiringManagerAnalyticsScreen',
  ),
  staticData: {
    title: 'Hiring manager analytics',
    restriction: ANALYTICS,
    tab: { of: paths.analytics, label: 'Hiring managers' },
    // Members hardly have texts there.
    isOfUseTo: ({ userType }) => userType === 'admin',
  },
});

/** In the place of Analytics, for those who don't have it. */
const textAnalytics = createRoute({
  ...inDashboard(paths.textAnalytics),
  component: lazyScreen(
    () => import('../features/analytics/text-analytics-screen.tsx'),
    'TextAnalyticsScreen',
  ),
  staticData: {
    title: 'Analytics',
    restriction: {
      elsewhere: { of: (who) => missingOf(ANALYTICS, who) === null, to: paths.analytics },
    },
    navigation: { group: 'insights', icon: 'analytics', order: 1 },
    // Without a number, there are no texts to count.
    isOfUseTo: ({ seat }) => Boolean(seat?.twilioNumber),
  },
});

const delivery = createRoute({
  ...inDashboard(paths.delivery),
  component: lazyScreen(() => import('../features/delivery/delivery-screen.tsx'), 'DeliveryScreen'),
  staticData: {
    title: 'Delivery',
    restriction: { seatRole: 'recruiter', plans: PAID_PLANS },
    navigation: { group: 'insights', icon: 'delivery', order: 2 },
    isOfUseTo: ({ seat, userType }) => userType === 'admin' || Boolean(seat?.twilioNumber),
  },
});

const getNumber = createRoute({
  ...inDashboard(paths.getNumber),
  validateSearch: (search: Record<string, unknown>): { way?: 'new' | 'landline' | undefined } => ({
    way: search.way === 'landline' || search.way === 'new' ? search.way : undefined,
  }),
  component: lazyScreen(() => import('../features/numbers/get-number-screen.tsx'), 'GetNumberScreen'),
  staticData: {
    title: 'Get a number',
    // A number comes with a plan; the API asks for one too.
    restriction: { seatType: 'nonTexter', plans: PAID_PLANS },
    navigation: { group: 'work', icon: 'getNumber', order: 5 },
    // People whose seat comes without a number can't get one.
    isOfUseTo: ({ seat }) => seat?.seatType !== 'nonTexter',
  },
});

const accountFrame = createRoute({
  getParentRoute: () => dashboard,
  id: 'account-frame',
  component: lazyScreen(() => import('../features/users/account-frame.tsx'), 'AccountFrame'),
});

/** In the frame of Account. */
const inAccount = <Path extends `${typeof paths.dashboard}/${string}`>(path: Path) => ({
  getParentRoute: () => accountFrame,
  path: below(paths.dashboard, path),
});

const account = createRoute({
  ...inAccount(paths.account),
  component: lazyScreen(() => import('../features/users/account-screen.tsx'), 'AccountScreen'),
  staticData: { title: 'Account', navigation: { group: 'settings', icon: 'account', order: 1 } },
});

const accountNotifications = createRoute({
  ...inAccount(paths.accountNotifications),
  component: lazyScreen(() => import('../features/users/notifications-screen.tsx'), 'NotificationsScreen'),
  staticData: { title: 'Notifications' },
});

const accountAvailability = createRoute({
  ...inAccount(paths.accountAvailability),
  component: lazyScreen(() => import('../features/users/availability-screen.tsx'), 'AvailabilityScreen'),
  staticData: { title: 'Availability' },
});

const accountSecurity = createRoute({
  ...inAccount(paths.accountSecurity),
  component: lazyScreen(() => import('../features/users/security-screen.tsx'), 'SecurityScreen'),
  staticData: { title: 'Security' },
});

const accountCompany = createRoute({
  ...inAccount(paths.accountCompany),
  component: lazyScreen(() => import('../features/users/company-screen.tsx'), 'CompanyScreen'),
  staticData: { title: 'Company' },
});

const registration = createRoute({
  ...inDashboard(paths.registration),
  component: lazyScreen(
    () => import('../features/registration/registration-screen.tsx'),
    'RegistrationScreen',
  ),
  staticData: { title: 'Carrier registration', restriction: { userType: 'admin' } },
});

const activity = createRoute({
  ...inDashboard(paths.activity),
  component: lazyScreen(() => import('../features/audit/activity-screen.tsx'), 'ActivityScreen'),
  staticData: { title: 'Activity', restriction: { userType: 'admin' } },
});

const accountExport = createRoute({
  ...inDashboard(paths.accountExport),
  component: lazyScreen(() => import('../features/exports/exports-screen.tsx'), 'ExportsScreen'),
  staticData: { title: 'Export and import', restriction: { userType: 'admin' } },
});

const retention = createRoute({
  ...inDashboard(paths.retention),
  component: lazyScreen(() => import('../features/retention/retention-screen.tsx'), 'RetentionScreen'),
  staticData: { title: 'Retention', restriction: { userType: 'admin' } },
});

const sentDrafts = createRoute({
  ...inDashboard(paths.sentDrafts),
  component: lazyScreen(() => import('../features/drafts/sent-drafts-screen.tsx'), 'SentDraftsScreen'),
  staticData: { title: 'Sent drafts', restriction: { userType: 'admin' } },
});

const landline = createRoute({
  ...inDashboard(paths.landline),
  component: lazyScreen(() => import('../features/numbers/landlines/landline-screen.tsx'), 'LandlineScreen'),
  staticData: { title: 'Use your landline', restriction: { plans: PAID_PLANS } },
});

const planSelection = createRoute({
  ...inDashboard(paths.planSelection),
  component: lazyScreen(() => import('../features/plans/plan-selection-screen.tsx'), 'PlanSelectionScreen'),
  staticData: {
    title: 'Choose a plan',
    restriction: {
      elsewhere: {
        of: ({ userType, accountType, planType }) =>
          userType === 'member' &&
          accountType === 'team' &&
          UNLIMITED_PLANS.some((plan) => plan === planType),
        to: paths.account,
      },
    },
  },
});

/** As plan selection, without its guard. */
const selectPlan = createRoute({
  ...inDashboard(paths.selectPlan),
  component: lazyScreen(() => import('../features/plans/plan-selection-screen.tsx'), 'PlanSelectionScreen'),
  staticData: { title: 'Choose a plan' },
});

const ofAdmins = { userType: 'admin', seatRole: 'recruiter' } as const;

const integrations = createRoute({
  ...inDashboard(paths.integrations),
  component: lazyScreen(
    () => import('../features/integrations/integrations-screen.tsx'),
    'IntegrationsScreen',
  ),
  staticData: {
    title: 'Integrations',
    restriction: ofAdmins,
    navigation: { group: 'settings', icon: 'integrations', order: 3 },
  },
});

const apiKeys = createRoute({
  ...inDashboard(paths.apiKeys),
  component: lazyScreen(
    () => import('../features/integrations/api-keys/api-keys-screen.tsx'),
    'ApiKeysScreen',
  ),
  staticData: { title: 'API keys', restriction: ofAdmins },
});

const connectedApps = createRoute({
  ...inDashboard(paths.connectedApps),
  component: lazyScreen(
    () => import('../features/connected-apps/connected-apps-screen.tsx'),
    'ConnectedAppsScreen',
  ),
  staticData: { title: 'Connected apps', restriction: ofAdmins },
});

const connectApp = createRoute({
  ...inDashboard(paths.connectApp),
  component: lazyScreen(
    () => import('../features/connected-apps/connect-app-screen.tsx'),
    'ConnectAppScreen',
  ),
  staticData: { title: 'Connect an app', restriction: ofAdmins },
});

const webhooks = createRoute({
  ...inDashboard(paths.webhooks),
  component: lazyScreen(() => import('../features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  staticData: { title: 'Webhooks', restriction: ofAdmins },
});

const webhook = createRoute({
  ...inDashboard(paths.webhook),
  validateSearch: ({ status }: Record<string, unknown>): WebhookSearch => ({
    status: DELIVERY_STATUSES.find((known) => known === status),
  }),
  component: lazyScreen(() => import('../features/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
  staticData: { title: 'Webhook endpoint', restriction: ofAdmins },
});

const atsPairs = createRoute({
  ...inDashboard(paths.atsPairs),
  component: lazyScreen(() => import('../features/integrations/pairs/pairs-screen.tsx'), 'PairsScreen'),
  staticData: { title: 'People to review', restriction: ofAdmins },
});

const billing = createRoute({
  ...inDashboard(paths.billing),
  component: lazyScreen(() => import('../features/billing/billing-screen.tsx'), 'BillingScreen'),
  staticData: {
    title: 'Billing',
    restriction: ofAdmins,
    navigation: { group: 'settings', icon: 'billing', order: 4 },
  },
});

/** Nothing is there, but only signed-in people learn that. */
const nowhere = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  beforeLoad: () => {
    throw notFound();
  },
});

export const dashboardScreens = [
  dashboardHome,
  messages.addChildren([noConversation, newConversation, conversation]),
  candidates,
  candidateImports,
  deletedCandidates,
  candidate,
  jobs,
  job,
  templates,
  teamTemplates,
  hiringManagerTemplates,
  onboardingTemplates,
  automations,
  keywords,
  broadcasts,
  newBroadcast,
  broadcast,
  calendars,
  team,
  hiringManagers,
  uncovered,
  followUps,
  scheduled,
  proposals,
  analytics,
  hiringManagerAnalytics,
  textAnalytics,
  delivery,
  getNumber,
  accountFrame.addChildren([
    account,
    accountNotifications,
    accountAvailability,
    accountSecurity,
    accountCompany,
  ]),
  registration,
  activity,
  accountExport,
  retention,
  search,
  sentDrafts,
  landline,
  planSelection,
  selectPlan,
  integrations,
  atsPairs,
  apiKeys,
  connectedApps,
  connectApp,
  webhooks,
  webhook,
  billing,
  nowhere,
] as const;
