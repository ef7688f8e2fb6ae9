import type { Article } from '../article.ts';

export const teamtailor: Article = {
  who: 'A company admin.',
  keySteps: [
    'In Teamtailor, open Settings, then Integrations, then API keys.',
    'Click New API Key and enter a name such as Hiretext.',
    "Choose the Admin scope, and check Read and Write. You can't change a key later.",
    'Create the key and copy it.',
  ],
  rights: ['Scope: Admin', 'Read and write'],
  fields: [
    ['API key', 'As Teamtailor showed it.'],
    ['Data region', 'Where Teamtailor keeps your data: Europe or North America.'],
    ['Webhook signature key', 'Leave it empty at first. See below.'],
  ],
  changes: 'We check for changes every 5 minutes. With a webhook, they arrive right away.',
  webhookSteps: [
    'Connect Teamtailor here first. Copy the address that we show then.',
    'In Teamtailor, open Settings, then Integrations, then Webhooks. If Webhooks is missing, ask Teamtailor Support to activate it.',
    'Add a webhook with that address, and choose the events for candidates, jobs and job applications.',
    'Copy the signature key that Teamtailor makes.',
    'Here, click Change key. Enter the API key again, and the signature key as the webhook signature key.',
    'We then show a new address. Replace the one in Teamtailor with it.',
  ],
  comesIn: [
    'Candidates who have a phone number, with their applications and stages',
    'Jobs and their stages',
  ],
  goesBack: ['Texts, as notes on the candidate', 'The stage, when you move a candidate here'],
  doesNot: [
    "Start dates of new hires aren't read from Teamtailor.",
    "Interviews aren't read from Teamtailor. For reminders, add interviews in Hiretext.",
    "Teamtailor can't be searched by phone number. We find a number among the candidates we have read.",
  ],
  trouble: [
    [
      'The key is correct but still refused',
      'Check the region. A key works only where Teamtailor keeps your data.',
    ],
  ],
  picture: 'ashby',
};
