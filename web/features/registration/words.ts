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
  lowVolume: { label: 'Low volume', description: 'Up to about 2,000 texts a day. The easiest review.' },
  mixed: { label: 'Mixed', description: 'Conversations and notices at higher volume.' },
  customerCare: { label: 'Conversations', description: 'Conversations with candidates only.' },
};

export const stateWords: Record<RegistrationState, string> = {
  draft: 'Not submitted',
  submitted: 'Submitted',
  brandApproved: 'Company confirmed',
  campaignInReview: 'Texts in review',
  approved: 'Approved',
  rejected: 'Rejected',
  suspended: 'Suspended',
};

/** How long a step usually takes; with Twilio and Telnyx alike. */
export const usualTimes: Partial<Record<RegistrationState, string>> = {
  brandApproved: 'Minutes to a few days',
  approved: 'Two to three weeks',
};

/** What the state means, and what comes next. */
export function sentenceOf({ state, numbers, rejected }: Registration): string {
  switch (state) {
    case 'draft':
      return 'US carriers accept texts from registered companies only. Until yours is registered, nothing goes out from US numbers. The form takes about 15 minutes; the reviews take about three weeks.';
    case 'submitted':
      return "Carriers are confirming your company, which takes minutes to a few days. Next, they review what you text. We email all admins when there's news.";
    case 'brandApproved':
    case 'campaignInReview':
      return "Your company is confirmed. Carriers are reviewing what you text, which takes two to three weeks. We email all admins when it's decided.";
    case 'approved':
      return sentenceOfApproved(numbers);
    case 'rejected':
      return rejected?.stage === 'brand'
        ? "Carriers couldn't confirm your company. Fix what's listed here, then submit again."
        : "Carriers rejected your texts as you described them. Fix what's listed here, then submit again.";
    case 'suspended':
      return "Carriers suspended your registration, so nothing goes out from US numbers. Contact us, and we'll take it up with them. When the suspension ends, texts go out again automatically, and we email all admins.";
  }
}

function sentenceOfApproved(numbers: Registration['numbers']): string {
  const waiting = numbers.filter(({ isRegistered }) => !isRegistered);
  if (waiting.length === 0) return 'Your company is registered, and its numbers can text.';
  return waiting.some(({ refusal }) => refusal !== null)
    ? "Your company is registered, but carriers didn't accept all of its numbers. Contact us."
    : 'Your company is registered. Its numbers are being registered too, which takes minutes, sometimes a day.';
}

export const fieldNames: Record<RegistrationField, string> = {
  legalName: 'Legal name',
  brandName: 'Brand name',
  entityType: 'Company type',
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
  { name: 'check', label: 'Check and submit' },
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
