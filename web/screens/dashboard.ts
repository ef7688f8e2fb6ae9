import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { SeatFilter } from '../features/team/seats/find-seats.ts';
import { paths } from '../paths.ts';
import { dashboard } from './frames.ts';
import { searchOf, textOf } from './in-search.ts';

/* Screens of the dashboard. */

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
    () => import('../features/conversations/inbox/messages-screen.tsx'),
    'MessagesScreen',
  ),
  staticData: { title: 'Messages' },
});

const noConversation = createRoute({
  getParentRoute: () => messages,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/conversations/inbox/no-conversation.tsx'),
    'NoConversation',
  ),
});

const conversation = createRoute({
  getParentRoute: () => messages,
  path: '$conversationId',
  component: lazyRouteComponent(
    () => import('../features/conversations/conversation/conversation-screen.tsx'),
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
    () => import('../features/conversations/new/new-conversation-screen.tsx'),
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
    () => import('../features/candidates/candidates-screen.tsx'),
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
  component: lazyRouteComponent(() => import('../features/team/people-screens.tsx'), 'TeamScreen'),
  staticData: { title: 'Team' },
});

const hiringManagers = createRoute({
  getParentRoute: () => dashboard,
  path: '/hiring-managers',
  validateSearch: seatsInSearch,
  component: lazyRouteComponent(() => import('../features/team/people-screens.tsx'), 'HiringManagersScreen'),
  staticData: { title: 'Hiring managers' },
});

const account = createRoute({
  getParentRoute: () => dashboard,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/users/account-screen.tsx'), 'AccountScreen'),
  staticData: { title: 'Account' },
});

const registration = createRoute({
  getParentRoute: () => dashboard,
  path: '/account/registration',
  component: lazyRouteComponent(
    () => import('../features/registration/registration-screen.tsx'),
    'RegistrationScreen',
  ),
  staticData: { title: 'Carrier registration' },
});

const activity = createRoute({
  getParentRoute: () => dashboard,
  path: '/account/activity',
  component: lazyRouteComponent(() => import('../features/audit/activity-screen.tsx'), 'ActivityScreen'),
  staticData: { title: 'Activity' },
});

const planSelection = createRoute({
  getParentRoute: () => dashboard,
  path: '/plan-selection',
  component: lazyRouteComponent(
    () => import('../features/plans/plan-selection-screen.tsx'),
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
  component: lazyRouteComponent(() => import('../features/numbers/get-number-screen.tsx'), 'GetNumberScreen'),
  staticData: { title: 'Get a number' },
});

const landline = createRoute({
  getParentRoute: () => dashboard,
  path: '/account/landline',
  component: lazyRouteComponent(() => import('../features/landlines/landline-screen.tsx'), 'LandlineScreen'),
  staticData: { title: 'Use your landline' },
});

export const dashboardScreens = [
  dashboardHome,
  account,
  registration,
  activity,
  candidates,
  team,
  hiringManagers,
  getNumber,
  landline,
  planSelection,
  messages.addChildren([noConversation, newConversation, conversation]),
] as const;
