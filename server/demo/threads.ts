/**
 * What recruiters and candidates write to each other. `>` the recruiter, `<` the candidate. {first} is the candidate, {me}
 * the recruiter, {job} the job, {tomorrow} a day of the week.
 */
export interface Thread {
  lines: string[];
  unread?: number;
  end?: 'held' | 'optedOut' | 'archived' | 'failed' | 'undelivered';
}

/** Every conversation begins with it; it is also a template. */
export const intro =
  '> Hi {first}, this is {me} with Harborview Staffing. We have a {job} opening that fits your background. Open to a quick chat? Reply STOP to opt out.';

export const threads: Thread[] = [
  {
    lines: [
      intro,
      "< Hi {me}! Yes, I'm definitely interested. Is it full time?",
      '> It is. 36 hours a week, three 12s, and they pay $4/hr extra for nights.',
      '< Nights work great for me actually',
      '> Perfect. Could you do a short video call tomorrow at 10:30?',
      "< 10:30 is good. What's the unit like? I did 4 years in a 20 bed ICU",
      '> 24 beds, 1:2 ratio, strong charge nurses. You will like Carol, the manager.',
      '< Sounds like my kind of place 😊 see you tomorrow',
      '< Oh, should I bring my certifications? I renewed my ACLS in March so I have the new card',
    ],
    unread: 2,
  },
  {
    lines: [
      intro,
      '< whats the pay',
      '> $23.50/hr plus weekly bonus. First shift, 6am to 2:30pm.',
      '< ok when can i start',
      '> Could be Monday. I need a copy of your license first. Can you text me a photo?',
      '< stop by at 3 ok? I can show it in person',
      "> 3 works. We're at 500 Battery St, second floor. Ask for {me}.",
      '< 👍',
    ],
  },
  {
    lines: [
      intro,
      '< Thanks for reaching out. Is this remote or hybrid?',
      '> Hybrid, two days a week in the office. The team is flexible on which days.',
      "< That works. I'm finishing another process this week, can we talk Friday?",
      "> Friday is fine. I'll send a calendar invite for 1pm your time.",
      '< Great, thank you!',
      '> Invite sent. Looking forward to it.',
    ],
  },
  {
    lines: [
      intro,
      '< Hey yes im interested. I got my class B in January',
      '> Great. Any issues lifting 50 lbs on a regular basis?',
      '< None',
      '< Do you know which days? I have my kids on weekends',
    ],
    unread: 1,
  },
  {
    lines: [
      intro,
      '< Hello, could you tell me which hospital this is for?',
      "> It's a children's hospital downtown. I can share the name on the phone.",
      "< I'd like that. I'm free after 4 today",
      '> Calling you at 4:15.',
      '> Tried you just now, no worries if you got held up. When is better?',
    ],
  },
  { lines: [intro, '< Please stop texting me, I already took another job'], unread: 1, end: 'held' },
  {
    lines: [
      intro,
      '< Sí, me interesa. ¿Puede ser en español?',
      '> ¡Claro! ¿Tiene tiempo mañana por la mañana para una llamada?',
      '< Sí, a las 9 está bien. Gracias',
    ],
  },
  { lines: [intro, '< STOP'], end: 'optedOut' },
  {
    lines: [
      intro,
      "< Hi! I applied last week too and didn't hear back, is it the same position?",
      "> Same team, new opening. I'll make sure your first application is looked at too.",
      '< Thank you so much, I really appreciate it',
      '> They would like to meet you {tomorrow} at 2. Does that work?',
      '< Yes!! {tomorrow} at 2 works',
      '> Booked. Address and parking are in your email.',
      '< Got it. See you then',
    ],
  },
  { lines: [intro], end: 'undelivered' },
  {
    lines: [
      intro,
      "< I'm good for now but my cousin is looking, can I give her your number?",
      '> Of course, thank you! She can text me right here.',
    ],
    end: 'archived',
  },
  {
    lines: [
      '> Hi {first}, {me} from Harborview. Reminder: your interview is tomorrow at 11am, 3rd floor. Reply STOP to opt out.',
      '< Confirmed thank you',
      '> Good luck! You have got this.',
      '< How long does it usually take? My shift starts at 2',
    ],
    unread: 1,
  },
  { lines: [intro], end: 'failed' },
  {
    lines: [
      intro,
      '< Im driving can I call you in 30',
      '> Yes, drive safe.',
      '< ok just parked. calling',
      '> Good talking with you! Sending the offer letter this afternoon.',
      '< signed it 🎉',
      '> Welcome aboard, {first}! Orientation is Monday 9am, bring two forms of ID.',
    ],
  },
  { lines: [intro] },
];

/** What came to nothing weeks before, with everyone. */
export const formerThreads: string[][] = [
  [
    '> Hi {first}, {me} with Harborview Staffing. Are you open to a new {job} role this season? Reply STOP to opt out.',
    '< Maybe in a few weeks, I just signed on for a project',
    "> Makes sense. I'll check back with you then.",
  ],
  [
    '> Hi {first}, {me} with Harborview Staffing. A {job} role just closed, but more are coming. Should I text you? Reply STOP to opt out.',
    '< Sure, please do',
  ],
  [
    '> Hi {first}, this is {me} with Harborview Staffing. Is this still the best number for you? Reply STOP to opt out.',
  ],
  [
    '> Hi {first}, {me} with Harborview Staffing. Could you start a {job} role on short notice? Reply STOP to opt out.',
    "< I'd need two weeks",
    '< But after that yes',
    '> Good to know. I noted it down.',
  ],
];

/** From the number that no one has named yet. */
export const strangersThread: Thread = {
  lines: ['< hi I saw your sign about warehouse jobs, are you still hiring?', '< I have forklift experience'],
  unread: 2,
};
