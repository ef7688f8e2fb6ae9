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

/** What the state means for whoever waits. */
export function sentenceOf({ state, numbers, rejected }: Registration): string {
  switch (state) {
    case 'draft':
      return 'US carriers take texts only from companies that they know. Until yours is registered, nothing is sent.';
    case 'submitted':
      return 'The company is being confirmed. That takes minutes to a few days.';
    case 'brandApproved':
    case 'campaignInReview':
      return 'The company is confirmed. What you text is being reviewed, which takes up to three weeks.';
    case 'approved':
      return numbers.some(({ isRegistered }) => !isRegistered)
        ? 'Your company is registered. Numbers are being attached.'
        : 'Your company is registered, and its numbers can text.';
    case 'rejected':
      return rejected?.stage === 'brand'
        ? "The company couldn't be confirmed. Change what is named here and hand it in again."
        : 'What you text was not accepted. Change what is named here and hand it in again.';
    case 'suspended':
      return 'The carriers have suspended your registration, so nothing is sent. We look every few hours whether that has ended.';
  }
}

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
