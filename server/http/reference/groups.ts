import type { Route } from '../../../contract/route.ts';

interface Group {
  name: string;
  description: string;
  /** The first parts of the addresses of its calls. */
  of: string[];
}

/** What keys can call, in the order in which someone new needs it. */
const FOR_KEYS: Group[] = [
  {
    name: 'Texts',
    description: 'Send a text, see what became of it, change one that is scheduled.',
    of: ['messages', 'sendability', 'media'],
  },
  {
    name: 'Candidates',
    description: 'Whom you text. One phone number is one candidate.',
    of: ['candidates'],
  },
  {
    name: 'Conversations',
    description: 'All texts and calls of one seat with one candidate, and notes about them.',
    of: ['conversations', 'search'],
  },
  { name: 'Consent', description: 'Who agreed to texts, who opted out, and the evidence.', of: ['consents'] },
  { name: 'Events', description: 'What happened, in order, for 30 days.', of: ['events'] },
  {
    name: 'Webhooks',
    description: 'The same events, sent to you.',
    of: ['webhookEndpoints', 'webhookDeliveries'],
  },
  { name: 'Templates', description: 'Texts to write others from.', of: ['templates', 'teamTemplates'] },
  {
    name: 'Proposals',
    description: 'Texts that software proposes and a person approves.',
    of: ['proposals'],
  },
  { name: 'Analytics', description: 'How many texts, answers and opt-outs there were.', of: ['analytics'] },
  {
    name: 'Account and numbers',
    description: 'Whose key it is, and which numbers can text.',
    of: ['account', 'user', 'seat'],
  },
  { name: 'Exports', description: 'Everything of the account, as a file.', of: ['exports'] },
  { name: 'Tests', description: 'What candidates do in the sandbox. Test keys only.', of: ['testTexts'] },
];

/** What only people who signed in can call. */
const FOR_PEOPLE: Group[] = [
  {
    name: 'API keys and apps',
    description: '',
    of: ['apiKeys', 'apps', 'appRequests', 'connectedApps', 'webhookEndpoints'],
  },
  {
    name: 'Texting',
    description: '',
    of: [
      'messages',
      'conversations',
      'candidates',
      'followUps',
      'views',
      'radar',
      'proposals',
      'consents',
      'search',
    ],
  },
  {
    name: 'Broadcasts, keywords and automations',
    description: '',
    of: ['broadcasts', 'keywords', 'automation'],
  },
  { name: 'Writing', description: '', of: ['templates', 'teamTemplates', 'calendarShortcut'] },
  {
    name: 'Jobs, interviews and onboarding',
    description: '',
    of: ['jobs', 'jobStages', 'applications', 'interviews', 'timeOffers', 'onboardings'],
  },
  { name: 'Connected systems', description: '', of: ['atsIntegration', 'calendarConnections'] },
  {
    name: 'Company and team',
    description: '',
    of: ['account', 'seat', 'analytics', 'deliveryDoctor', 'exports', 'imports'],
  },
  { name: 'Billing', description: '', of: ['plan', 'payments'] },
  { name: 'Yourself', description: '', of: ['user', 'notifications', 'push', 'support'] },
  { name: 'Signing in', description: '', of: ['auth'] },
];

const people = (name: string) => `For people: ${name}`;

/** In the order in which the page shows them. */
export const TAGS = [
  ...FOR_KEYS.map(({ name, description }) => ({ name, description })),
  ...FOR_PEOPLE.map(({ name }) => ({
    name: people(name),
    description: "What the dashboard uses. API keys can't call it.",
  })),
];

export function tagOf({ path, scope }: Pick<Route, 'path' | 'scope'>): string {
  const part = path.split('/')[1] ?? '';
  const has = ({ of }: Group) => of.includes(part);
  const forKeys = scope === undefined ? undefined : FOR_KEYS.find(has);
  if (forKeys) return forKeys.name;
  const forPeople = FOR_PEOPLE.find(has);
  if (forPeople) return people(forPeople.name);
  throw new Error(`No group of the API reference has ${path}`);
}
