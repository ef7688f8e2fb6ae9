import type { Article } from '../article.ts';

export const bambooHr: Article = {
  who: 'Someone who can open the settings of applicant tracking, best with full admin access.',
  keySteps: [
    'Sign in to BambooHR as the person whose access the key will have.',
    'Click your name or picture, then API Keys.',
    'Click Add New Key, enter a name such as Hiretext, and click Generate Key.',
    'Copy the key. BambooHR shows it only once.',
  ],
  rights: [],
  aboutRights:
    'A key can do what its person can. They need access to applicant tracking and its settings, and to employees for start dates. If that person leaves or loses access, the key stops working.',
  fields: [
    ['Company subdomain', 'The part of your BambooHR address before .bamboohr.com, for example acme.'],
    ['API key', 'As BambooHR showed it.'],
  ],
  changes:
    'We set up a webhook for employees in BambooHR. It has none for applications, so we check for those every 5 minutes.',
  comesIn: [
    'Applicants who have a phone number, with their applications and statuses',
    'Jobs and statuses',
    'Hire dates of new employees',
  ],
  goesBack: ['Texts, as comments on the application', 'The status, when you move a candidate here'],
  doesNot: ['BambooHR gives no access to interviews. For reminders, add interviews in Hiretext.'],
  trouble: [
    [
      'The key is correct but still refused',
      'Check the subdomain. Also check in BambooHR that the person who made the key still has access.',
    ],
  ],
  picture: 'workable',
};
