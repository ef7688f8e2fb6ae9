import type { Article } from '../article.ts';

export const jazzHr: Article = {
  who: "A super administrator, a recruiting administrator or a developer. Others can't see the key.",
  keySteps: [
    'In JazzHR, open Settings, then Integrations.',
    'Copy the API key at the top of the page.',
    'Generate a new key only if you must: every other tool that uses the old one stops working.',
  ],
  rights: [],
  aboutRights: "A JazzHR key can't be limited.",
  fields: [['API key', 'As JazzHR shows it.']],
  changes:
    'We check for changes every 5 minutes. With a webhook, JazzHR also tells us about each candidate that you export.',
  webhookSteps: [
    'Connect JazzHR here first. Copy the address and the secret that we show then.',
    'In JazzHR, open Settings, then Integrations, and scroll to Candidate Export Integrations.',
    'Click Add Integration and enter Hiretext as its name.',
    'As the webhook URL, paste the address. As Secret Key, paste the secret. Then save.',
    'From then on, export a candidate to Hiretext by hand or in a step of a workflow.',
    'We show the secret only once. If you lost it, disconnect, connect again, and replace address and secret there.',
  ],
  comesIn: [
    'Applicants who have a phone number, with their jobs',
    'Jobs, and the stages that we have seen on applicants',
    'People who were hired',
  ],
  goesBack: ['Texts, as notes on the applicant'],
  doesNot: [
    'JazzHR gives no access to interviews. For reminders, add interviews in Hiretext.',
    "You can't move candidates from here.",
    "JazzHR can't be searched by email or phone number. We find people among the applicants we have read.",
  ],
  trouble: [
    ['It worked, then stopped', 'Someone may have generated a new key in JazzHR. Enter it with Change key.'],
  ],
  picture: 'ashby',
};
