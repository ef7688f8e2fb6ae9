import type { Article } from '../article.ts';

export const ashby: Article = {
  who: 'An Ashby admin.',
  keySteps: [
    'In Ashby, open Admin, then Integrations, then API Keys.',
    'Click New and enter a name such as Hiretext.',
    'Check the rights below. A new key has none.',
    'To text candidates of confidential jobs too, allow access to confidential jobs and projects.',
    'Save, and copy the key on the last step. Ashby shows it only once.',
  ],
  rights: [
    'Candidates: read and write',
    'Jobs: read',
    'Interviews: read',
    'Offers: read',
    'Hiring process metadata: read',
    'API keys: read and write, to check the key and to set up webhooks',
  ],
  fields: [['API key', 'As Ashby showed it.']],
  changes: 'We set up webhooks in Ashby, so changes arrive right away.',
  comesIn: [
    'Candidates who have a phone number, with their applications and stages',
    'Open jobs and their stages',
    'Interviews and who takes part',
    'Start dates from offers',
  ],
  goesBack: ['Texts, as notes on the candidate', 'The stage, when you move a candidate here'],
  doesNot: ["Ashby can't be searched by phone number. We find a number among the candidates we have read."],
  trouble: [
    [
      'Candidates of confidential jobs are missing',
      'In Ashby, open the key, click Configure API Key Permissions, and allow access to confidential jobs and projects.',
    ],
  ],
  picture: 'ashby',
};
