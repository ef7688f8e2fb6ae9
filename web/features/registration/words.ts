import type {
  CampaignUseCase,
  EntityType,
  Registration,
  RegistrationField,
  RegistrationState,
  Vertical,
} from '../../../contract/registration.ts';

export const entityTypes: Record<EntityType, string> = {
  limitedLiabilityCompany: 'Limited liability company (LLC)',
  corporation: 'Corporation',
  partnership: 'Partnership',
  cooperative: 'Cooperative',
  publicCompany: 'Public company (listed on a stock exchange)',
  nonProfit: 'Non-profit',
  government: 'Government',
};

export const verticals: Record<Vertical, string> = {
  staffing: 'Staffing and recruiting',
  healthcare: 'Healthcare',
  education: 'Education',
  technology: 'Technology',
  manufacturing: 'Manufacturing',
  construction: 'Construction',
  retail: 'Retail',
  hospitality: 'Hospitality',
  transportation: 'Transportation',
  financial: 'Financial services',
  government: 'Government',
  nonProfit: 'Non-profit',
  professional: 'Other professional services',
};

export const useCases: Record<CampaignUseCase, { label: string; description: string }> = {
  lowVolume: { label: 'Low volume', description: 'Up to about 2,000 texts a day. Reviewed most easily.' },
  mixed: { label: 'Mixed', description: 'Conversations and notices, in larger numbers.' },
  customerCare: { label: 'Conversations', description: 'Answers and talks with candidates only.' },
};

export const stateWords: Record<RegistrationState, string> = {
  draft: 'Not handed in',
  submitted: 'Handed in',
  brandApproved: 'Company confirmed',
  campaignInReview: 'Texts in review',
  approved: 'Approved',
  rejected: 'Rejected',
  suspended: 'Suspended',
};

/** How long a step usually takes; with Twilio and Telnyx alike. */
export const usualTimes: Partial<Record<RegistrationState, string>> = {
  brandApproved: 'Minutes to days',
  approved: 'Two to three weeks',
};

/** What the state means for whoever waits, and what comes next. */
export function sentenceOf({ state, numbers, rejected }: Registration): string {
  switch (state) {
    case 'draft':
      return 'US carriers take texts only from companies that they know. Until yours is registered, nothing is sent from US numbers. Filling this in takes about fifteen minutes, the reviews about three weeks.';
    case 'submitted':
      return 'The company is being confirmed, which takes minutes to a few days. What you text is reviewed next. We email all admins when there is news.';
    case 'brandApproved':
    case 'campaignInReview':
      return 'The company is confirmed. What you text is being reviewed, which takes two to three weeks. We email all admins when it is decided.';
    case 'approved':
      return sentenceOfApproved(numbers);
    case 'rejected':
      return rejected?.stage === 'brand'
        ? "The company couldn't be confirmed. Change what is named here and hand it in again."
        : 'The carriers take no texts as they are described. Change what is named here and hand it in again.';
    case 'suspended':
      return 'The carriers have suspended your registration, so nothing is sent from US numbers. Write to us: we take it up with them. Texts go out again by themselves once it has ended, and we email all admins.';
  }
}

function sentenceOfApproved(numbers: Registration['numbers']): string {
  const waiting = numbers.filter(({ isRegistered }) => !isRegistered);
  if (waiting.length === 0) return 'Your company is registered, and its numbers can text.';
  return waiting.some(({ refusal }) => refusal !== null)
    ? 'Your company is registered. The carriers did not take all its numbers: write to us.'
    : 'Your company is registered. Numbers are being attached, which takes minutes, at times a day.';
}

export const fieldNames: Record<RegistrationField, string> = {
  legalName: 'Legal name',
  brandName: 'Brand name',
  entityType: 'Kind of company',
  ein: 'EIN',
  stockExchange: 'Stock exchange',
  stockSymbol: 'Stock symbol',
  vertical: 'Industry',
  street: 'Street',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP code',
  website: 'Website',
  contactFirstName: 'First name',
  contactLastName: 'Last name',
  contactTitle: 'Job title',
  contactEmail: 'Business email',
  contactPhone: 'Business phone number',
  useCase: 'How much you text',
  description: 'Description',
  messageFlow: 'How candidates agree to be texted',
  privacyPolicyUrl: 'Privacy policy',
  termsUrl: 'Terms',
  samples: 'Sample texts',
};

export type StepName = 'company' | 'contact' | 'texts' | 'check';

export const steps: { name: StepName; label: string }[] = [
  { name: 'company', label: 'Company' },
  { name: 'contact', label: 'Contact' },
  { name: 'texts', label: 'What you text' },
  { name: 'check', label: 'Check and hand in' },
];

const contactFields: RegistrationField[] = [
  'contactFirstName',
  'contactLastName',
  'contactTitle',
  'contactEmail',
  'contactPhone',
];
const textFields: RegistrationField[] = [
  'useCase',
  'description',
  'messageFlow',
  'privacyPolicyUrl',
  'termsUrl',
  'samples',
];

/** Where a field stands. */
export function stepOf(field: RegistrationField): StepName {
  if (contactFields.includes(field)) return 'contact';
  return textFields.includes(field) ? 'texts' : 'company';
}
