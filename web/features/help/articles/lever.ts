import type { Article } from '../article.ts';

export const lever: Article = {
  who: 'A Super Admin who can manage API credentials. Your Lever package must include the Lever API, not only the Postings API.',
  keySteps: [
    'In Lever, open Settings, then Integrations and API.',
    'Open the API credentials tab. Under Lever API credentials, click Generate new key.',
    'Enter a name such as Hiretext, and choose the rights below.',
    "To text candidates of confidential jobs too, turn on access to confidential data. You can't change that later.",
    'Generate the key and copy it. Lever shows it only once.',
  ],
  rights: [
    'Opportunities: read and write',
    'Notes: read and write',
    'Interviews: read',
    'Postings: read',
    'Stages: read',
    'Archive reasons: read',
    'Offers: read',
    'Users: read',
    'Webhooks: read and write',
  ],
  fields: [['API key', 'As Lever showed it.']],
  oauth: true,
  changes: 'We set up webhooks in Lever, so changes arrive right away.',
  comesIn: [
    'Candidates who have a phone number, with their opportunities and stages',
    'Postings and stages',
    'Interviews, in their own timezone',
    'Start dates from signed offers',
  ],
  goesBack: ['Texts, as notes on the opportunity', 'The stage, when you move a candidate here'],
  doesNot: ["Lever can't be searched by phone number. We find a number among the candidates we have read."],
  trouble: [
    [
      'Candidates of confidential jobs are missing',
      'The key has no access to confidential data. Generate a new key with it, and enter that with Change key.',
    ],
  ],
  picture: 'ashby',
};
