import type { RegistrationDraft } from '../../contract/registration.ts';

/* A registration that reviewers take. */

export const WEBSITE = `<html><head><title>Quayside Talent</title></head><body>
  <h1>Quayside Talent</h1><p>We find warehouse and port workers good jobs around the bay, since 2009.</p>
  <p>1 Harbor Way, Oakland, California. Call us at (510) 555-0100.</p></body></html>`;

export const PRIVACY_PAGE = `<h1>Privacy</h1><p>We use your data to find you a job.</p>
  <p>We don&rsquo;t share mobile opt-in information with third parties for their marketing.</p>`;

export function completeDraft(over: Partial<RegistrationDraft> = {}): RegistrationDraft {
  return {
    legalName: 'Quayside Talent LLC',
    brandName: 'Quayside Talent',
    entityType: 'limitedLiabilityCompany',
    stockExchange: null,
    stockSymbol: '',
    vertical: 'staffing',
    street: '1 Harbor Way',
    city: 'Oakland',
    state: 'CA',
    postalCode: '94607',
    website: 'https://quayside.example',
    contactFirstName: 'Ana',
    contactLastName: 'Lopez',
    contactTitle: 'Owner',
    contactEmail: 'ana@quayside.example',
    contactPhone: '(510) 555-0100',
    useCase: 'lowVolume',
    description: 'Recruiters of Quayside Talent arrange interviews with candidates who applied for a job.',
    messageFlow: 'Candidates tick a box on the application form of our website that they agree to be texted.',
    privacyPolicyUrl: 'https://quayside.example/privacy',
    termsUrl: 'https://quayside.example/terms',
    samples: [
      'Quayside Talent: your interview is on Thursday at 10. Reply STOP to opt out.',
      'Hi Ana, could you start a little earlier on Monday?',
    ],
    ...over,
  };
}
