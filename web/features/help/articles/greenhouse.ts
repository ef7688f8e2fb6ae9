import type { Article } from '../article.ts';

export const greenhouse: Article = {
  who: 'A Site Admin who can manage API credentials.',
  keySteps: [
    'In Greenhouse, click the Configure icon, then Dev Center.',
    'Click API Credential Management, then Create new API credentials.',
    'As API type, choose Harvest v3 (OAuth). Older Harvest keys no longer work.',
    "As partner, choose Hiretext or, if it isn't listed, unlisted vendor. Enter a description.",
    'Copy the client ID and the client secret. Greenhouse shows the secret only once.',
    'Give the credential the rights below, then save.',
  ],
  rights: [
    'Candidates: list',
    'Applications: list and move',
    'Jobs: list',
    'Job interview stages: list',
    'Job hiring managers: list',
    'Interviews and interviewers: list',
    'Offers: list',
    'Notes: list and create',
    'Users: list',
    'Sources: list',
  ],
  fields: [
    ['Client ID and client secret', 'As Greenhouse showed them.'],
    [
      'User ID of a Site Admin',
      'Their number: open them under Users in Greenhouse, and copy the number at the end of the address. Greenhouse then shows us what that person can see.',
    ],
  ],
  oauth: true,
  changes:
    'Greenhouse has no event for interviews, so we check for them every 5 minutes. With a webhook, other changes arrive right away.',
  webhookSteps: [
    'Connect Greenhouse here first. Copy the address and the secret that we show then.',
    'In Greenhouse, click the Configure icon, then Dev Center, then Web Hooks, and Web Hooks again.',
    'Enter a name. Under When, choose an event, for example that a candidate has been hired.',
    'As Endpoint URL, paste the address. As Secret key, paste the secret.',
    'Enter the email of a colleague who is told when a delivery fails, then create the webhook.',
    'Repeat this for each event you want: new applications, stage changes, and changed, merged or deleted candidates.',
    'We show the secret only once. If you lost it, disconnect, connect again, and replace address and secret there.',
  ],
  comesIn: [
    'Candidates who have a phone number, with their applications and stages',
    'Jobs and their stages',
    'Interviews and who takes part',
    'Start dates from accepted offers',
  ],
  goesBack: ['Texts, as notes on the candidate', 'The stage, when you move a candidate here'],
  doesNot: [
    "Greenhouse can't be searched by phone number. We find a number among the candidates we have read.",
    "Greenhouse gives interview times without a timezone. We show them in the candidate's.",
  ],
  trouble: [
    [
      'Connected, but no candidates come in',
      "Greenhouse answers with empty lists if the user ID isn't that of a Site Admin. Enter another one with Change key.",
    ],
  ],
  picture: 'workable',
};
