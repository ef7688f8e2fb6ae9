import { describe, expect, it } from 'vitest';
import type { RegistrationDraft } from '../../../../contract/registration.ts';
import type { PageLook } from '../../../adapters/registration/port.ts';
import {
  completeDraft,
  MESSAGE_FLOW,
  OPT_IN_PAGE,
  PRIVACY_PAGE,
  TERMS_PAGE,
  WEBSITE,
} from '../../../testing/registration.ts';
import { explainProblem } from '../explain-problem.ts';
import { brandOf, campaignOf } from '../to-carrier.ts';
import { isEin } from './check-company.ts';
import { readSeen } from './check-pages.ts';
import { readPage } from './page-text.ts';
import { optInAddresses, type PreflightFacts, preflight } from './preflight.ts';
import { normalWebAddress } from './web-address.ts';

const page = (html: string): PageLook => ({ kind: 'page', html });

interface Pages {
  website: PageLook | null;
  privacyPolicy: PageLook | null;
  terms: PageLook | null;
  optIn: { address: string; look: PageLook }[];
}
type Facts = Omit<PreflightFacts, 'pages'> & { pages: Pages };

function facts(
  draft: Partial<RegistrationDraft> = {},
  over: Partial<Omit<Facts, 'draft' | 'pages'>> & { pages?: Partial<Pages> } = {},
): Facts {
  return {
    draft: completeDraft(draft),
    ein: '123456789',
    accountName: 'Quayside Talent',
    ...over,
    pages: {
      website: page(WEBSITE),
      privacyPolicy: page(PRIVACY_PAGE),
      terms: page(TERMS_PAGE),
      optIn: [{ address: 'https://quayside.example/apply', look: page(OPT_IN_PAGE) }],
      ...over.pages,
    },
  };
}

const DISCLOSED =
  'Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.';
const SPANISH =
  '<p>No compartimos sus datos personales con terceros para fines comerciales ni publicitarios.</p>'.repeat(
    6,
  );
const optIn = (look: PageLook) => ({
  pages: { optIn: [{ address: 'https://quayside.example/apply', look }] },
});

async function find({ pages, ...given }: Facts) {
  const read = async (look: PageLook | null) => look && (await readSeen(look));
  const [website, privacyPolicy, terms] = await Promise.all(
    [pages.website, pages.privacyPolicy, pages.terms].map(read),
  );
  const optIn = await Promise.all(
    pages.optIn.map(async ({ address, look }) => ({ address, look: await readSeen(look) })),
  );
  return preflight({
    ...given,
    pages: { website: website ?? null, privacyPolicy: privacyPolicy ?? null, terms: terms ?? null, optIn },
  });
}

const findingsIn = async (given: Facts) =>
  (await find(given)).map(({ field, severity, sentence }) => `${severity} ${field}: ${sentence}`);

it('finds nothing in what is complete', async () => {
  expect(await findingsIn(facts())).toEqual([]);
});

describe('refuses', () => {
  it.each<[string, Facts, string]>([
    ['no legal name', facts({ legalName: '' }), 'legalName: Add the legal name.'],
    ['no EIN', facts({}, { ein: null }), 'ein: Add the EIN.'],
    ['no kind of company', facts({ entityType: null }), 'entityType: Choose what kind of company it is.'],
    ['a prefix that the IRS never gave', facts({}, { ein: '070000001' }), "ein: This isn't an EIN."],
    ['a made-up EIN', facts({}, { ein: '999999999' }), "ein: This isn't an EIN."],
    ['a state that is none', facts({ state: 'XX' }), "state: This isn't a US state."],
    ['a ZIP code that is none', facts({ postalCode: 'SW1A' }), "postalCode: This isn't a US ZIP code."],
    [
      'a public company without its symbol',
      facts({ entityType: 'publicCompany' }),
      'stockSymbol: A public company needs a stock exchange and a stock symbol.',
    ],
    [
      'free mail',
      facts({ contactEmail: 'ana@gmail.com' }),
      'contactEmail: Anyone can get an address at gmail.com.',
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
      'website: The website field must be a valid URL.',
    ],
    [
      'a page in a social network',
      facts({ website: 'https://www.facebook.com/quayside' }),
      "website: A social media page doesn't count as a company's website.",
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
      'a page with hardly a word',
      facts({}, { pages: { website: page('<h1>Welcome to Quayside Talent!</h1>') } }),
      'website: The website looks parked or unfinished.',
    ],
    [
      'a privacy policy that only speaks of sharing',
      facts({}, { pages: { privacyPolicy: page('<p>We never text you unless you share your number.</p>') } }),
      "privacyPolicyUrl: The privacy policy doesn't say that you don't share opt-in data.",
    ],
    [
      'a website that is gone',
      facts({}, { pages: { website: { kind: 'missing', status: 404 } } }),
      "website: We couldn't find the website (the site replied with error 404).",
    ],
    [
      'a website that does not answer',
      facts({}, { pages: { website: { kind: 'unreachable' } } }),
      "website: We couldn't reach the website.",
    ],
    [
      'a website at home',
      facts({}, { pages: { website: { kind: 'forbidden' } } }),
      "website: Reviewers can't open the website from the internet.",
    ],
    [
      'a privacy policy that says nothing of opt-in data',
      facts({}, { pages: { privacyPolicy: page('<p>We use cookies. We share data with partners.</p>') } }),
      "privacyPolicyUrl: The privacy policy doesn't say that you don't share opt-in data.",
    ],
    [
      'a privacy policy that promises something else',
      facts({}, { pages: { privacyPolicy: page('<p>We do not share your recipes. We send texts.</p>') } }),
      "privacyPolicyUrl: The privacy policy doesn't say that you don't share opt-in data.",
    ],
    [
      'a description of three words',
      facts({ description: 'We text candidates' }),
      'description: The description is too short. Write at least 40 characters.',
    ],
    [
      'a message flow of three words',
      facts({ messageFlow: 'They opt in' }),
      'messageFlow: This is too short. Write at least 40 characters.',
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
      'a page without its address',
      facts({
        messageFlow: `On the form of our website they tick a box that they agree to texts. ${DISCLOSED}`,
      }),
      'messageFlow: It mentions a page or form but not its address.',
    ],
    [
      'consent that comes with applying',
      facts({ messageFlow: `By applying at quayside.example/apply they agree to get texts. ${DISCLOSED}` }),
      'messageFlow: It sounds like candidates have no choice but to agree.',
    ],
    [
      'a box that is ticked already',
      facts({ messageFlow: MESSAGE_FLOW.replace('empty at first', 'checked by default') }),
      'messageFlow: The box is already checked.',
    ],
    [
      'candidates who learn nothing',
      facts({ messageFlow: 'Candidates tick a box at quayside.example/apply that they agree to texts.' }),
      "messageFlow: It doesn't say that you tell candidates how often you text, that message and data rates may apply, how to opt out and how to get help.",
    ],
    [
      'a page for signing up that is gone',
      facts({}, optIn({ kind: 'missing', status: 404 })),
      "messageFlow: We couldn't find the page quayside.example/apply (the site replied with error 404).",
    ],
    [
      'a page for signing up behind a sign-in',
      facts({}, optIn({ kind: 'private' })),
      "messageFlow: Reviewers can't see the page quayside.example/apply because it asks them to sign in.",
    ],
    [
      'a page that asks to sign in without saying so',
      facts({}, optIn(page('<h1>Sign in</h1><input type="password">'))),
      "messageFlow: Reviewers can't see the page quayside.example/apply because it asks them to sign in.",
    ],
    [
      'a job board',
      facts({ description: 'Recruiters of Quayside Talent text candidates about jobs of our job board.' }),
      'description: Carriers never accept texts about this: “job board”.',
    ],
    [
      'a bought list',
      facts({ messageFlow: `${MESSAGE_FLOW} Others are on purchased lists.` }),
      'messageFlow: Carriers never accept texts about this: “purchased lists”.',
    ],
    [
      'another language',
      facts({
        description:
          'Los reclutadores de Quayside Talent envían mensajes a candidates para organizar sus entrevistas de trabajo.',
      }),
      "description: This isn't in English.",
    ],
    [
      'an address without https',
      facts({ messageFlow: MESSAGE_FLOW.replace('quayside', 'http://quayside') }),
      'messageFlow: A web address starts with http://.',
    ],
    [
      'a sample twice',
      facts({ samples: [...completeDraft().samples, completeDraft().samples[1] ?? ''] }),
      'samples: Sample 3 is the same as sample 2.',
    ],
    [
      'a sample that is none',
      facts({ samples: [...completeDraft().samples, 'This is a test message of ours'] }),
      "samples: Sample 3 isn't a text to a candidate.",
    ],
    [
      'a P.O. box',
      facts({ street: 'P.O. Box 12' }),
      "street: Carriers don't accept a P.O. box as a company's address.",
    ],
    [
      'a privacy policy in another language',
      facts({}, { pages: { privacyPolicy: page(`<html lang="es">${SPANISH}`) } }),
      "privacyPolicyUrl: The privacy policy isn't in English.",
    ],
    [
      'one sample',
      facts({ samples: ['Quayside Talent: hello! Reply STOP to opt out.'] }),
      'samples: Add at least two sample texts.',
    ],
    [
      'a short sample',
      facts({ samples: [...completeDraft().samples, 'Hi!'] }),
      'samples: Sample 3 is too short. Write at least 20 characters.',
    ],
    [
      'a public link shortener',
      facts({ samples: [...completeDraft().samples, 'Pick a time at https://bit.ly/3abc please'] }),
      'samples: Sample 3 has a link from bit.ly, a public link shortener. Carriers block these.',
    ],
    [
      'a shortener without a scheme',
      facts({ samples: [...completeDraft().samples, 'Pick a time at tinyurl.com/abc please'] }),
      'samples: Sample 3 has a link from tinyurl.com, a public link shortener. Carriers block these.',
    ],
    [
      'samples that never name the brand',
      facts({
        samples: ['Your interview is at ten. Reply STOP to opt out.', 'See you there tomorrow at ten.'],
      }),
      'samples: No sample both names Quayside Talent and says how to opt out.',
    ],
    [
      'samples in which one stops by',
      facts({ samples: ['Quayside Talent: could you stop by at three?', 'See you there tomorrow at ten.'] }),
      'samples: No sample both names Quayside Talent and says how to opt out.',
    ],
  ])('%s', async (_, given, finding) => {
    expect(await findingsIn(given)).toEqual([`refusal ${finding}`]);
  });
});

describe('warns of', () => {
  it.each<[string, Facts, string]>([
    [
      'a site that turns programs away',
      facts({}, { pages: { website: { kind: 'turnedAway' } } }),
      "website: We couldn't read the website because the site blocks automated visits.",
    ],
    [
      'a website of someone else',
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
      "brandName: Replies to STOP and HELP are signed with your account's name, Acme.",
    ],
    [
      'an email at another domain',
      facts({ contactEmail: 'ana@hillside.example.org' }),
      'contactEmail: The email is at hillside.example.org, but the website is at quayside.example.',
    ],
    [
      'an email that a public company has to answer',
      facts({ entityType: 'publicCompany', stockExchange: 'NYSE', stockSymbol: 'QUAY' }),
      'contactEmail: To confirm a public company, the carriers send an email to ana@quayside.example.',
    ],
    [
      'a website that a program draws',
      facts({}, { pages: { website: page('<div id="root"></div><script src="/app.js"></script>') } }),
      "website: We couldn't read the website because it's drawn by a script.",
    ],
    [
      'a privacy policy that is a PDF',
      facts({}, { pages: { privacyPolicy: { kind: 'unreadable' } } }),
      "privacyPolicyUrl: We couldn't read the privacy policy because it's a file or very large.",
    ],
    [
      'a website without a way to reach the company',
      facts({}, { pages: { website: page(WEBSITE.replace(/Call us at [^.]+\./, '')) } }),
      "website: The website doesn't say how to reach your company.",
    ],
    [
      'a website without a link to the privacy policy',
      facts({}, { pages: { website: page(WEBSITE.replace(/<p><a.*<\/p>/, '')) } }),
      "website: The website doesn't link to a privacy policy.",
    ],
    [
      'a website in another language',
      facts({}, { pages: { website: page(`<html lang="es">${WEBSITE}${SPANISH.repeat(4)}`) } }),
      "website: The website doesn't seem to be in English.",
    ],
    [
      'a privacy policy that says both',
      facts(
        {},
        {
          pages: {
            privacyPolicy: page(
              `${PRIVACY_PAGE}<p>We may share your data with third parties for marketing purposes.</p>`,
            ),
          },
        },
      ),
      'privacyPolicyUrl: The privacy policy also says that you share data for marketing.',
    ],
    [
      'terms that leave texts out',
      facts({}, { pages: { terms: page('<h1>Terms</h1><p>Be kind.</p>') } }),
      "termsUrl: The terms page doesn't say how often you text, that message and data rates may apply, how to opt out and how to get help.",
    ],
    [
      'a box that is ticked on the page',
      facts({}, optIn(page(OPT_IN_PAGE.replace('name="texts"', 'name="texts" checked')))),
      'messageFlow: A box on quayside.example/apply is already checked.',
    ],
    [
      'a page that says nothing of texts',
      facts({}, optIn(page('<h1>Apply</h1><p>Leave your number, and we call you back.</p>'))),
      "messageFlow: The page quayside.example/apply doesn't mention texts.",
    ],
    [
      'consent that no one can see',
      facts({ messageFlow: `In the interview candidates are asked, and agree to be texted. ${DISCLOSED}` }),
      "messageFlow: Reviewers can't see how candidates agree.",
    ],
    [
      'a description without a sender',
      facts({ description: 'Texts to candidates who applied for a job, to arrange interviews.' }),
      "description: The description doesn't say who sends the texts.",
    ],
    [
      'a description without anybody who is texted',
      facts({ description: 'Recruiters of Quayside Talent arrange interviews and send reminders for them.' }),
      "description: The description doesn't say who gets the texts.",
    ],
    [
      'a subject that carriers forbid',
      facts({ samples: [...completeDraft().samples, 'Are you free to deal cards at the casino tonight?'] }),
      'samples: This could look like a subject that reviewers always refuse: “casino”.',
    ],
  ])('%s', async (_, given, finding) => {
    expect(await findingsIn(given)).toEqual([`warning ${finding}`]);
  });
});

it.each<[string, Partial<RegistrationDraft>]>([
  [
    'what is denied',
    { description: 'We are no job board: our recruiters text candidates who applied with us.' },
  ],
  [
    'a choice',
    {
      messageFlow: `By submitting the form at quayside.example/apply with the box ticked they agree. ${DISCLOSED}`,
    },
  ],
  ['an email', { messageFlow: `${MESSAGE_FLOW} Questions go to help@quayside.example.` }],
  [
    'a frequency',
    { messageFlow: MESSAGE_FLOW.replace('Message frequency varies', 'Up to 4 messages a month') },
  ],
])('finds nothing in %s', async (_, over) => {
  expect(await findingsIn(facts(over))).toEqual([]);
});

it('begins with what would be refused', async () => {
  const both = facts({ brandName: 'Hillside', contactEmail: 'ana@gmail.com' });
  const severities = (await find(both)).map(({ severity }) => severity);
  expect(severities).toEqual([...severities].sort());
  expect(new Set(severities).size).toBe(2);
});

it('gives advice with every refusal', async () => {
  const nothing = completeDraft({
    samples: [],
    description: 'x',
    messageFlow: 'x',
    state: 'XX',
    contactPhone: '1',
  });
  const unseen = { kind: 'unreachable' } as const;
  const found = await find(
    facts(nothing, { ein: '1', pages: { website: unseen, privacyPolicy: unseen, terms: unseen, optIn: [] } }),
  );
  expect(found.length).toBeGreaterThan(7);
  for (const { sentence, fix } of found) expect(fix, sentence).toMatch(/[.”]$/);
});

describe('the pages of the message flow', () => {
  it.each<[string, string[]]>([
    [
      'They apply at acme.com/apply, or at https://jobs.acme.com.',
      ['https://acme.com/apply', 'https://jobs.acme.com'],
    ],
    ['At acme.com/a, acme.com/b and acme.com/c.', ['https://acme.com/a', 'https://acme.com/b']],
    ['Write to ana@acme.com, see acme.com/privacy.', []],
    ['They ask us in person at 3.30 p.m.', []],
  ])('of “%s” are %j', (messageFlow, addresses) => {
    expect(
      optInAddresses(completeDraft({ messageFlow, privacyPolicyUrl: 'https://acme.com/privacy' })),
    ).toEqual(addresses);
  });
});

describe('the words of a page', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One. Two.'],
    ['<script>var a = "</p>";</script>Seen<style>p{}</style>', 'Seen'],
    ['<!-- hidden <p> -->Seen', 'Seen'],
    ['We don&rsquo;t &amp; won&#8217;t&nbsp;share', "We don't & won't share"],
    ['<SCRIPT>never closed', ''],
    ['a < b', 'a < b'],
    ['<noscript><p>Turn on scripts</p></noscript>Seen', 'Seen'],
    ['Terms<br/>apply', 'Terms. apply'],
  ])('%j are %j', async (html, text) => {
    expect((await readPage(html)).text).toBe(text);
  });

  it('are read in pieces, between which others have their turn', async () => {
    let turns = 0;
    let isReading = true;
    const others = (async () => {
      for (; isReading; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    })();
    const { text } = await readPage('<p>Quayside staffs warehouses.</p>'.repeat(90_000));
    isReading = false;
    await others;
    // 3 MB, of which a piece is read at a time.
    expect(turns).toBeGreaterThan(50);
    expect(text.length).toBeLessThanOrEqual(100_000);
  });

  it.each([
    '<',
    '<b>',
    '</b>',
    '<b></i>',
    '<b a',
    '<script>',
    '<!--',
    '<p',
    '&',
    '<style></style',
    '<input type=checkbox ',
  ])('are found in time however often there is %j', async (piece) => {
    const began = performance.now();
    const html = piece.repeat(Math.floor(1_000_000 / piece.length));
    await findingsIn(
      facts({}, { pages: { website: page(html), privacyPolicy: page(html), terms: page(html) } }),
    );
    await findingsIn(facts({}, optIn(page(html))));
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

it.each([
  'We do not share mobile opt-in data with third parties.',
  "Text messaging originator opt-in data and consent won't be shared with anyone, and we never sell phone numbers.",
  'No mobile information will be shared with third parties or affiliates for marketing purposes.',
  'All the above categories exclude text messaging originator opt-in data and consent; this information will not be shared with any third parties.',
  'Phone numbers collected for SMS consent will never be sold.',
])('takes for a promise: %s', async (sentence) => {
  expect(
    await findingsIn(facts({}, { pages: { privacyPolicy: page(`<h1>Privacy</h1><p>${sentence}</p>`) } })),
  ).toEqual([]);
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

it('an address that only Node accepts is rejected', () => {
  expect(normalWebAddress(`${'A!&!'.repeat(5000)}https://acme.com:443/`)).toBeNull();
});

describe('for the carrier', () => {
  it('reports whether samples have links and phone numbers', () => {
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

  it.each([
    ['lowVolume', true],
    ['mixed', false],
    ['customerCare', false],
  ] as const)('%s is low volume: %s', (useCase, isLowVolume) => {
    expect(brandOf(completeDraft({ useCase }), '123456789').isLowVolume).toBe(isLowVolume);
  });

  it('names the policies in the message flow, once', () => {
    const { messageFlow } = campaignOf(completeDraft());
    expect(messageFlow).toBe(
      `${MESSAGE_FLOW}\nPrivacy policy: https://quayside.example/privacy\nTerms: https://quayside.example/terms`,
    );
    expect(campaignOf(completeDraft({ messageFlow })).messageFlow).toBe(messageFlow);
    const long = 'x'.repeat(2040);
    expect(campaignOf(completeDraft({ messageFlow: long })).messageFlow).toBe(long);
  });

  it('has whole addresses and numbers', () => {
    expect(brandOf(completeDraft({ website: 'http://quayside.example' }), '123456789')).toMatchObject({
      website: 'https://quayside.example/',
      contact: { phone: '+15105550100' },
    });
  });
});

it('prefers the carrier’s field and remedy to its own guess', () => {
  const problem = { sentence: 'The sample is wrong', field: 'website', fix: 'Change it.' } as const;
  expect(explainProblem(problem)).toMatchObject({ field: 'website', fix: 'Change it.' });
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
  expect(finding.fix === null).toBe(field === null);
});
