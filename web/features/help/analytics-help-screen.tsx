import { Link } from '@tanstack/react-router';
import { QUIET_DAYS } from '../../../contract/analytics.ts';
import { paths } from '../../paths.ts';
import { HelpPage, Part, Terms } from './help-page.tsx';

const TEXTS: [string, string][] = [
  [
    'Sent',
    "Texts that the carrier accepted, automatic ones too, delivered or not. A text counts from then on: a scheduled text isn't counted before it goes out.",
  ],
  ['Automatic', 'Texts sent that no one typed, such as reminders and replies.'],
  ['Delivered', 'Texts sent that reached the phone, according to the carrier.'],
  ['Failed', "Texts that the carrier refused or couldn't deliver."],
  ['Received', "What candidates texted. Calls and voicemails aren't counted."],
];

const CONVERSATIONS: [string, string][] = [
  [
    'Conversations started',
    `The first text that someone on your team typed to a candidate, or the first after ${QUIET_DAYS} days without one from either side. Automatic texts don't start any.`,
  ],
  [
    'Reply rate',
    'The share of those that the candidate answered within 72 hours. The rate of the last three days can still go up.',
  ],
  ['Started by candidates', 'The same, where the candidate texted first.'],
  [
    'Waiting now',
    "Candidates waiting for an answer right now, whatever days you look at. Archived conversations don't count.",
  ],
  [
    'Opt-outs',
    'Candidates who asked not to be texted anymore. They count for the person who texted them last.',
  ],
];

const ANSWERS: [string, string][] = [
  [
    'You answer in',
    "From the candidate's first text that waited to the first text that someone on your team typed.",
  ],
  ['Candidates answer in', 'From your first text that waited to what the candidate texted back.'],
];

/** Public: it reveals nothing about anyone. */
export function AnalyticsHelpScreen() {
  return (
    <HelpPage title="Analytics">
      <p>What the figures count. They're at most a minute old.</p>

      <Part title="Texts">
        <Terms terms={TEXTS} />
        <p>
          Billing can show fewer: replies to STOP, START and HELP, and texts that the carrier refused later,
          are free.
        </p>
      </Part>

      <Part title="Conversations">
        <Terms terms={CONVERSATIONS} />
      </Part>

      <Part title="Answer times">
        <Terms terms={ANSWERS} />
        <p>
          Half of the answers came within the time that is shown, nine out of ten within the one below it.
          Nights and weekends count too. Automatic texts neither answer nor wait for an answer.
        </p>
      </Part>

      <Part title="Templates and automations">
        <p>
          A text with a template, or from an automation, is answered if the candidate texts back within 72
          hours, before a person texts them again.
        </p>
      </Part>

      <Part title="Whose figures">
        <p>
          A text counts for the person who typed it. Automatic texts and texts from candidates count for the
          person who had the number at that time. They stay theirs when the number moves to someone else.
        </p>
        <p>
          Members see their own figures and the whole team's, never a colleague's. Admins see everyone's by
          name, and can sort people by their figures only if the company turned on{' '}
          <Link to={paths.accountCompany}>Let admins compare people</Link>.
        </p>
        <p>Deleting a candidate doesn't change the figures.</p>
      </Part>

      <Part title="Weekly email">
        <p>
          Admins can get an email on Monday mornings with the five figures that changed most from the week
          before. Turn it on under <Link to={paths.accountNotifications}>Notifications</Link>. The email
          doesn't mention answers within 72 hours, since last week's conversations may still get one.
        </p>
      </Part>
    </HelpPage>
  );
}
