import type { Article } from '../article.ts';

export const smartRecruiters: Article = {
  who: 'A SmartRecruiters administrator.',
  keySteps: [
    'In SmartRecruiters, click your name, then Settings.',
    'Under Administration, click Apps & Integrations, then Credentials.',
    'Click New Credential and choose API Key.',
    'Enter a name such as Hiretext and a description. If you are asked for a system role, choose Administrator.',
    'Click Generate and copy the key. SmartRecruiters shows it only once.',
  ],
  rights: [],
  aboutRights:
    "An API key can do what its system role can. With a lower role, some candidates don't come in.",
  fields: [['API key', 'As SmartRecruiters showed it.']],
  oauth: true,
  changes:
    'We set up a webhook in SmartRecruiters, so changes arrive right away. Interviews are checked every 5 minutes.',
  comesIn: [
    'Candidates who have a phone number, with their jobs and statuses',
    'Jobs',
    'Interviews, in their own timezone',
    'Start dates of people who were hired',
  ],
  goesBack: ['Texts, as notes on the candidate', 'The status, when you move a candidate here'],
  doesNot: [
    "Searching by phone number isn't reliable there. We find a number among the candidates we have read.",
    'The statuses are the same for all jobs.',
  ],
  trouble: [],
  picture: 'ashby',
};
