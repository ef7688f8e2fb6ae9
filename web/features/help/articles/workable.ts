import type { Article } from '../article.ts';

export const workable: Article = {
  who: 'A Workable admin.',
  keySteps: [
    'In Workable, click your profile icon, then Settings, Integrations, Apps.',
    'Under API access tokens, click Generate API token.',
    'Enter a name such as Hiretext. Tokens expire: choose the longest time, and note in your calendar when it ends.',
    'Choose the rights below and click Generate token.',
    'Copy the token. Workable shows it only once.',
  ],
  rights: [
    'r_jobs',
    'r_candidates',
    'w_candidates',
    'w_comments, if your account lists it',
    'r_employees, for the start dates of new hires',
  ],
  fields: [
    ['Subdomain', 'The part of your Workable address before .workable.com, for example acme.'],
    ['Access token', 'As Workable showed it.'],
  ],
  oauth: true,
  changes:
    'We set up webhooks in Workable, so changes arrive right away. Interviews are checked every 5 minutes.',
  comesIn: [
    'Candidates who have a phone number, with their job and stage',
    'Published jobs and their stages',
    'Calls, interviews and meetings',
    'Start dates of new employees',
  ],
  goesBack: ['Texts, as comments on the candidate', 'The stage, when you move a candidate here'],
  doesNot: [
    "Workable can't be searched by phone number. We find a number among the candidates we have read.",
    'In Workable, someone who applied to two jobs is two candidates. With the same phone number, they are one here.',
  ],
  trouble: [
    ['It worked, then stopped', "Workable's tokens expire. Generate a new one and enter it with Change key."],
    [
      'The token is correct but still refused',
      'Check the subdomain. A token works for its own account only.',
    ],
  ],
  picture: 'workable',
};
