/**
 * THE table of merge attributes: what `{{candidate.firstName}}` and the like can stand for, and where the value comes from.
 * One whose source has no value is missing: the sender is asked, and nothing goes out with a gap.
 */
interface MergeAttributeRow {
  label: string;
  example: string;
  source: 'candidate' | 'sender' | 'account' | 'interview' | 'onboarding' | 'calendar';
}

export const mergeAttributes = {
  'candidate.firstName': { label: 'First name', example: 'Ana', source: 'candidate' },
  'candidate.lastName': { label: 'Last name', example: 'Ruiz', source: 'candidate' },
  'candidate.fullName': { label: 'Full name', example: 'Ana Ruiz', source: 'candidate' },
  'candidate.phoneNumber': { label: 'Phone number', example: '(415) 555-0123', source: 'candidate' },
  'candidate.email': { label: 'Email', example: 'ana.ruiz@example.com', source: 'candidate' },
  'job.title': { label: 'Job title', example: 'Nurse', source: 'candidate' },
  'recruiter.firstName': { label: 'Your first name', example: 'Ben', source: 'sender' },
  'recruiter.lastName': { label: 'Your last name', example: 'Okafor', source: 'sender' },
  'recruiter.fullName': { label: 'Your full name', example: 'Ben Okafor', source: 'sender' },
  'recruiter.phoneNumber': { label: 'Your business number', example: '(415) 555-0199', source: 'sender' },
  'company.name': { label: 'Company', example: 'Harbor Health', source: 'account' },
  'interview.date': { label: 'Interview date', example: 'Tuesday, March 3', source: 'interview' },
  'interview.time': { label: 'Interview time', example: '8:05 AM', source: 'interview' },
  'interview.location': { label: 'Interview location', example: '120 Main Street', source: 'interview' },
  'interview.videoUrl': {
    label: 'Interview video link',
    example: 'https://meet.example.com/ana',
    source: 'interview',
  },
  'interview.interviewers': { label: 'Interviewers', example: 'Mia Chen', source: 'interview' },
  'onboarding.startDate': { label: 'Start date', example: 'Monday, March 2', source: 'onboarding' },
  'calendar.link': {
    label: 'Calendar link',
    example: 'https://calendar.example.com/ben',
    source: 'calendar',
  },
} as const satisfies Record<string, MergeAttributeRow>;

export type MergeAttribute = keyof typeof mergeAttributes;

export const MERGE_ATTRIBUTES = Object.keys(mergeAttributes) as [MergeAttribute, ...MergeAttribute[]];

/** Blank and absent are both missing. */
export type MergeValues = Partial<Record<MergeAttribute, string | null>>;

/** Values in a preview without a candidate. */
export const EXAMPLE_VALUES: MergeValues = Object.fromEntries(
  MERGE_ATTRIBUTES.map((attribute) => [attribute, mergeAttributes[attribute].example]),
);

export function isMergeAttribute(name: string): name is MergeAttribute {
  return Object.hasOwn(mergeAttributes, name);
}
