import type { RegistrationDraft } from '../../contract/registration.ts';

/* A registration that reviewers take. */

export const WEBSITE = `<html><head><title>Quayside Talent</title></head><body>
  <h1>Quayside Talent</h1><p>We find warehouse and port workers good jobs around the bay, since 2009.</p>
  <p>1 Harbor Way, Oakland, California. Call us at (510) 555-0100.</p>
  <p><a href="/privacy">Privacy policy</a></p></body></html>`;

export const PRIVACY_PAGE = `<h1>Privacy</h1><p>We use your data to find you a job.</p>
  <p>We don&rsquo;t share mobile opt-in information with third parties for their marketing.</p>`;

export const TERMS_PAGE = `<h1>Terms</h1><h2>Texts</h2><p>Message frequency varies. Message and data rates may apply.
  Reply HELP for help or STOP to opt out.</p>`;

export const OPT_IN_PAGE = `<h1>Apply to Quayside Talent</h1><form><label>Mobile number <input type="tel"></label>
  <label><input type="checkbox" name="texts"> I agree to get texts about my application. Message frequency varies. Message and
  data rates may apply. Reply HELP for help or STOP to opt out.</label><button>Apply</button></form>`;

export const MESSAGE_FLOW =
  'Candidates tick a separate box, empty at first, on the application form at quayside.example/apply that they agree to be ' +
  'texted. It says: Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.';

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
    messageFlow: MESSAGE_FLOW,
    privacyPolicyUrl: 'https://quayside.example/privacy',
    termsUrl: 'https://quayside.example/terms',
    samples: [
      'Quayside Talent: your interview is on Thursday at 10. Reply STOP to opt out.',
      'Hi Ana, could you start a little earlier on Monday?',
    ],
    ...over,
  };
}
