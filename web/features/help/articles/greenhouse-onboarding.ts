import type { Article } from '../article.ts';

export const greenhouseOnboarding: Article = {
  who: 'An owner of your Greenhouse Onboarding account.',
  keySteps: [
    'In Greenhouse Onboarding, open Settings.',
    'Under Data Flow, click API Management.',
    'Click Create a new API Key, enter a name such as Hiretext, and click Create.',
    'Copy the access key and the secret key. The secret key is shown only once.',
  ],
  rights: [],
  aboutRights: "A key for Greenhouse Onboarding can't be limited.",
  fields: [
    ['Access key and secret key', 'As Greenhouse Onboarding showed them.'],
    ['Secret key of the webhook', 'Leave it empty at first. See below.'],
  ],
  changes: 'We check for new and changed people every 5 minutes. With a webhook, changes arrive right away.',
  webhookSteps: [
    'Connect Greenhouse Onboarding here first. Copy the address that we show then.',
    "In Greenhouse Onboarding, create a webhook with that address. Webhooks are in beta: if you don't have them, ask Greenhouse Support.",
    'Copy the secret key of the webhook. It is shown only once.',
    'Here, click Change key. Enter the access key and the secret key again, and the secret key of the webhook.',
    'We then show a new address. Replace the one in Greenhouse Onboarding with it.',
  ],
  comesIn: ['New hires who have a phone number, with their start dates'],
  goesBack: [],
  doesNot: [
    'It has no interviews and no stages.',
    "It doesn't accept notes. To keep your texts in Greenhouse, connect Greenhouse too.",
    "It can't be searched by phone number.",
  ],
  trouble: [],
  picture: 'workable',
};
