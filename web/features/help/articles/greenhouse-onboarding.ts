import type { Article } from '../article.ts';

export const greenhouseOnboarding: Article = {
  name: 'Greenhouse Onboarding',
  who: 'An owner of your Greenhouse Onboarding account.',
  keySteps: [
    'In Greenhouse Onboarding, open Settings.',
    'Under Data Flow, click API Management.',
    'Click Create a new API Key, enter a name such as Hiretext, and click Create.',
    'Copy the access key and the secret key. The secret key is shown only once.',
  ],
  rights: [],
  fields: [['Access key and secret key', 'As Greenhouse Onboarding showed them.']],
  changes: 'We check for new and changed people every 5 minutes.',
  comesIn: ['New hires who have a phone number, with their start dates'],
  goesBack: [],
  doesNot: [
    'It has no interviews and no stages.',
    'It takes no notes. To keep your texts in Greenhouse, connect Greenhouse too.',
    "It can't be searched by phone number.",
  ],
  trouble: [],
  picture: 'twoFields',
};
