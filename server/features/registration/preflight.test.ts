import { describe, expect, it } from 'vitest';
import type { RegistrationDraft } from '../../../contract/registration.ts';
import type { PageLook } from '../../adapters/registration/port.ts';
import { completeDraft, PRIVACY_PAGE, WEBSITE } from '../../testing/registration.ts';
import { explainProblem } from './explain-problem.ts';
import { isEin, type PreflightFacts, preflight } from './preflight.ts';
import { brandOf, campaignOf } from './to-carrier.ts';
import { normalWebAddress } from './web-address.ts';

const page = (html: string): PageLook => ({ kind: 'page', html });

function facts(
  draft: Partial<RegistrationDraft> = {},
  over: Partial<Omit<PreflightFacts, 'draft' | 'pages'>> & { pages?: Partial<PreflightFacts['pages']> } = {},
): PreflightFacts {
  return {
    draft: completeDraft(draft),
    ein: '123456789',
    accountName: 'Quayside Talent',
    ...over,
    pages: { website: page(WEBSITE), privacyPolicy: page(PRIVACY_PAGE), terms: page('Terms'), ...over.pages },
  };
}

const told = (given: PreflightFacts) =>
  preflight(given).map(({ field, severity, sentence }) => `${severity} ${field}: ${sentence}`);

it('finds nothing in what is complete', () => {
  expect(told(facts())).toEqual([]);
});

describe('refuses', () => {
  it.each<[string, PreflightFacts, string]>([
    ['no legal name', facts({ legalName: '' }), 'legalName: The legal name is missing.'],
    ['no EIN', facts({}, { ein: null }), 'ein: The EIN is missing.'],
    ['no kind of company', facts({ entityType: null }), 'entityType: The kind of company is missing.'],
    ['a prefix that the IRS never gave', facts({}, { ein: '070000001' }), "ein: This isn't an EIN."],
    ['a made-up EIN', facts({}, { ein: '999999999' }), "ein: This isn't an EIN."],
    ['a state that is none', facts({ state: 'XX' }), "state: This isn't a US state."],
    ['a ZIP code that is none', facts({ postalCode: 'SW1A' }), "postalCode: This isn't a US ZIP code."],
    [
      'a public company without its symbol',
      facts({ entityType: 'publicCompany' }),
      'stockSymbol: A public company needs its stock exchange and stock symbol.',
    ],
    [
      'free mail',
      facts({ contactEmail: 'ana@gmail.com' }),
      'contactEmail: Everybody can get an address at gmail.com.',
    ],
    ['an email that is none', facts({ contactEmail: 'ana' }), 'contactEmail: The email is invalid.'],
    [
      'a phone number from elsewhere',
      facts({ contactPhone: '+44 7700 900123' }),
      'contactPhone: Must be a valid US phone number.',
    ],
    [
      'a website that is none',
      facts({ website: 'quayside' }),
      "website: This isn't the address of a website.",
    ],
    [
      'a page in a social network',
      facts({ website: 'https://www.facebook.com/quayside' }),
      'website: A page in a social network does not count as the website of a company.',
    ],
    [
      'a parked domain',
      facts({}, { pages: { website: page(`<p>This domain is for sale!</p>${'ads '.repeat(60)}`) } }),
      'website: The website looks parked or unfinished.',
    ],
    [
      'an empty page',
      facts({}, { pages: { website: page('<html><body></body></html>') } }),
      'website: The website looks parked or unfinished.',
    ],
    [
      'a website that is gone',
      facts({}, { pages: { website: { kind: 'missing', status: 404 } } }),
      "website: The website isn't there (the site answers 404).",
    ],
    [
      'a website that does not answer',
      facts({}, { pages: { website: { kind: 'unreachable' } } }),
      "website: The website can't be reached.",
    ],
    [
      'a website at home',
      facts({}, { pages: { website: { kind: 'forbidden' } } }),
      "website: The website can't be reached from the internet.",
    ],
    [
      'a privacy policy that says nothing of opt-in data',
      facts({}, { pages: { privacyPolicy: page('<p>We use cookies. We share data with partners.</p>') } }),
      "privacyPolicyUrl: The privacy policy doesn't say that opt-in data isn't shared.",
    ],
    [
      'a privacy policy that promises something else',
      facts({}, { pages: { privacyPolicy: page('<p>We do not share your recipes. We send texts.</p>') } }),
      "privacyPolicyUrl: The privacy policy doesn't say that opt-in data isn't shared.",
    ],
    [
      'a description of three words',
      facts({ description: 'We text candidates' }),
      'description: The description is too short: at least 40 characters.',
    ],
    [
      'a message flow of three words',
      facts({ messageFlow: 'They opt in' }),
      'messageFlow: This is too short: at least 40 characters.',
    ],
    [
      'a message flow without a place',
      facts({ messageFlow: 'Candidates have all agreed to be texted by us before we text them.' }),
      "messageFlow: It doesn't say where candidates agree to texts.",
    ],
    [
      'a message flow without agreement',
      facts({ messageFlow: 'Candidates find our jobs on the website and send us their number there.' }),
      "messageFlow: It doesn't say how candidates agree to texts.",
    ],
    [
      'one sample',
      facts({ samples: ['Quayside Talent: hello! Reply STOP to opt out.'] }),
      'samples: At least two sample texts are needed.',
    ],
    [
      'a short sample',
      facts({ samples: [...completeDraft().samples, 'Hi!'] }),
      'samples: Sample 3 is too short: at least 20 characters.',
    ],
    [
      'a public link shortener',
      facts({ samples: [...completeDraft().samples, 'Pick a time at https://bit.ly/3abc please'] }),
      'samples: Sample 3 has a link of bit.ly, a public link shortener. Carriers block these.',
    ],
    [
      'a shortener without a scheme',
      facts({ samples: [...completeDraft().samples, 'Pick a time at tinyurl.com/abc please'] }),
      'samples: Sample 3 has a link of tinyurl.com, a public link shortener. Carriers block these.',
    ],
    [
      'samples that never name the brand',
      facts({
        samples: ['Your interview is at ten. Reply STOP to opt out.', 'See you there tomorrow at ten.'],
      }),
      'samples: No sample names Quayside Talent and says how to opt out.',
    ],
    [
      'samples in which one stops by',
      facts({ samples: ['Quayside Talent: could you stop by at three?', 'See you there tomorrow at ten.'] }),
      'samples: No sample names Quayside Talent and says how to opt out.',
    ],
  ])('%s', (_, given, finding) => {
    expect(told(given)).toEqual([`refusal ${finding}`]);
  });
});

describe('warns of', () => {
  it.each<[string, PreflightFacts, string]>([
    [
      'a site that turns programs away',
      facts({}, { pages: { website: { kind: 'turnedAway' } } }),
      "website: The website couldn't be read: the site turns programs away.",
    ],
    [
      'a website of somebody else',
      facts({}, { pages: { website: page(WEBSITE.replaceAll('Quayside', 'Hillside')) } }),
      "website: The website doesn't name Quayside Talent.",
    ],
    [
      'a brand that is not like the company',
      facts({ legalName: 'Harbor Holdings Inc.' }),
      "brandName: The brand name doesn't look like the legal name.",
    ],
    [
      'another name of the account',
      facts({}, { accountName: 'Acme' }),
      'brandName: Your account is called Acme, which signs the answers to STOP and HELP.',
    ],
  ])('%s', (_, given, finding) => {
    expect(told(given)).toEqual([`warning ${finding}`]);
  });
});

it.each([
  'We do not share mobile opt-in data with third parties.',
  "Text messaging originator opt-in data and consent won't be shared with anyone, and we never sell phone numbers.",
  'No mobile information will be shared with third parties or affiliates for marketing purposes.',
  'All the above categories exclude text messaging originator opt-in data and consent; this information will not be shared with any third parties.',
  'Phone numbers collected for SMS consent will never be sold.',
])('takes for a promise: %s', (sentence) => {
  expect(told(facts({}, { pages: { privacyPolicy: page(`<h1>Privacy</h1><p>${sentence}</p>`) } }))).toEqual(
    [],
  );
});

it.each([
  ['123456789', true],
  ['12345678', false],
  ['000000000', false],
  ['891234567', false],
])('%s is an EIN: %s', (ein, is) => {
  expect(isEin(ein)).toBe(is);
});

it.each([
  ['acme.com', 'https://acme.com/'],
  ['https://acme.com/jobs', 'https://acme.com/jobs'],
  ['http://acme.com', 'http://acme.com/'],
  ['acme', null],
  ['ftp://acme.com', null],
  ['https://user:pass@acme.com', null],
  ['javascript:alert(1)', null],
])('%s is the web address %s', (typed, address) => {
  expect(normalWebAddress(typed)?.href ?? null).toBe(address);
});

describe('for the carrier', () => {
  it('says whether samples have links and phone numbers', () => {
    const withBoth = ['Apply at quayside.example/jobs now', 'Or call (510) 555-0100 at any time'];
    expect(campaignOf(completeDraft({ samples: withBoth }))).toMatchObject({
      hasLinks: true,
      hasPhoneNumbers: true,
    });
    expect(campaignOf(completeDraft())).toMatchObject({ hasLinks: false, hasPhoneNumbers: false });
  });

  it('has the words that Hiretext answers with', () => {
    const campaign = campaignOf(completeDraft());
    expect(campaign.optOutMessage).toMatch(/^Quayside Talent: /);
    expect(campaign.helpMessage).toMatch(/Reply STOP/);
  });

  it('has whole addresses and numbers', () => {
    expect(brandOf(completeDraft({ website: 'quayside.example' }), '123456789')).toMatchObject({
      website: 'https://quayside.example/',
      contact: { phone: '+15105550100' },
    });
  });
});

it('repeats no EIN', () => {
  for (const ein of ['123456789', '12-3456789'])
    expect(explainProblem({ sentence: `EIN ${ein} is unknown` }).sentence).toBe('EIN ••• is unknown.');
});

it.each([
  ['Campaign rejected because of the privacy policy', 'privacyPolicyUrl'],
  ['MESSAGE_FLOW: opt-in information is missing', 'messageFlow'],
  ['Invalid sample message', 'samples'],
  ["The EIN doesn't match", 'ein'],
  ['The website is down', 'website'],
  ['Something else entirely', null],
])('%s is about %s', (sentence, field) => {
  const finding = explainProblem({ sentence });
  expect(finding.field).toBe(field);
  expect(finding.sentence).toMatch(/[.!?]$/);
  expect(finding.mend === null).toBe(field === null);
});
