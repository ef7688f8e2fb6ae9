import type { Article } from '../article.ts';

export const breezy: Article = {
  who: 'An administrator of your company in Breezy HR. Your plan must include the API.',
  keySteps: [
    'In Breezy HR, open the settings of your company, then Integrations.',
    "Find API and open its settings. If it isn't there, your plan may not include it.",
    'Create a key and copy it.',
  ],
  rights: [],
  aboutRights: 'A key can do what the person who made it can.',
  fields: [['Personal access token', 'The key, as Breezy HR showed it.']],
  changes: 'We set up a webhook in Breezy HR, so changes arrive right away.',
  comesIn: [
    'Candidates who have a phone number, with their position and stage',
    'Published positions and the stages of their pipelines',
  ],
  goesBack: [
    "Texts, as notes in the candidate's activity. Candidates don't get an email about them.",
    'The stage, when you move a candidate here',
  ],
  doesNot: [
    'Breezy HR gives no access to interviews. For reminders, add interviews in Hiretext.',
    'It has no start dates.',
    "It can't be searched by phone number. We find a number among the candidates we have read.",
  ],
  trouble: [],
  picture: 'ashby',
};
