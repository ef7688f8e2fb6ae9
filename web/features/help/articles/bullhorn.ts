import type { Article } from '../article.ts';

export const bullhorn: Article = {
  who: "Bullhorn Support. You can't make these credentials yourself.",
  keySteps: [
    'Open a ticket with Bullhorn Support and ask for REST API credentials for Hiretext.',
    'Ask for all four: client ID, client secret, API username and API password.',
    'Ask that the API user can see and edit candidates, notes and job submissions, and can see jobs, appointments and placements.',
  ],
  rights: [],
  aboutRights:
    'Bullhorn has no rights for each key. What we can do depends on the user type of the API user.',
  fields: [
    ['Client ID and client secret', 'As Bullhorn Support sent them.'],
    ['API username and API password', 'Those of the API user, not your own.'],
  ],
  oauth: true,
  changes: 'Bullhorn has no webhooks. It keeps a list of changes for us, and we read it every few minutes.',
  comesIn: [
    'Candidates who have a phone number, with their job submissions',
    'Open jobs and the list of statuses',
    'Appointments that are interviews, in their own timezone',
    'Placements and their start dates',
  ],
  goesBack: [
    'Texts, as notes on the candidate',
    'The status of a job submission, when you move a candidate here',
  ],
  doesNot: [
    "Bullhorn doesn't let us change a candidate's permission for texts later. Opt-outs are kept and followed in Hiretext.",
  ],
  trouble: [
    [
      'It worked, then stopped',
      'The password of the API user may have been changed. Enter the new one with Change key.',
    ],
  ],
  picture: 'workable',
};
