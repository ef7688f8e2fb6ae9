import type { Registration, RegistrationDraft } from '../../contract/registration.ts';

/** Valid values of the contract for tests, each overridable: nothing has been entered, and nothing has to be. */

export function makeRegistrationDraft(over: Partial<RegistrationDraft> = {}): RegistrationDraft {
  return {
    legalName: '',
    brandName: 'Acme Staffing',
    entityType: null,
    stockExchange: null,
    stockSymbol: '',
    vertical: 'staffing',
    street: '',
    city: '',
    state: '',
    postalCode: '',
    website: '',
    contactFirstName: '',
    contactLastName: '',
    contactTitle: '',
    contactEmail: '',
    contactPhone: '',
    useCase: 'lowVolume',
    description: '',
    messageFlow: '',
    privacyPolicyUrl: '',
    termsUrl: '',
    samples: [],
    ...over,
  };
}

export function makeRegistration(over: Partial<Registration> = {}): Registration {
  return {
    isRequired: false,
    state: 'draft',
    draft: makeRegistrationDraft(),
    einLast4: null,
    rejected: null,
    suspended: null,
    history: [],
    numbers: [],
    can: { edit: true, submit: false },
    ...over,
  };
}
