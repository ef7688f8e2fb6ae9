import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  attribute,
  type FakeSaml,
  newXmlId,
  readRequest,
  signed,
  startFakeSaml,
} from '../fakes/fake-saml.ts';
import { type Certified, makeCertificate } from '../fakes/make-certificate.ts';
import { IdentityFailure, type SamlConnection } from '../port.ts';
import { identitySuite } from '../suite.ts';
import { createSaml } from './saml.ts';

const entityId = 'https://hiretext.example/sso/saml/1/metadata';
const callbackUrl = 'https://hiretext.example/sso/saml/1/acs';
const clock = () => new Date();
const saml = createSaml({ allowLoopback: true, clock });
const impatient = createSaml({ allowLoopback: true, clock, timeoutMs: 100 });
const ana = 'ana@acme.example';
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

let fake: FakeSaml;
let stranger: Certified;

beforeAll(async () => {
  fake = await startFakeSaml();
  stranger = makeCertificate();
});
afterEach(() => fake.reset());
afterAll(() => fake.stop());

const connection = (over: Partial<SamlConnection> = {}): SamlConnection => ({
  ...fake.provider,
  entityId,
  ...over,
});

interface Trip extends Answer {
  email?: string;
  connection?: SamlConnection;
  /** Instead of the form that the browser brings. */
  form?: (honest: URLSearchParams) => URLSearchParams;
}

/** There and back again. */
async function travel({ email = ana, connection: other, form, ...answer }: Trip = {}) {
  const begun = await saml.begin(connection(), { callbackUrl, state: 'state-1', loginHint: ana });
  const back = fake.signIn(begun.url, email, answer);
  return saml.finish(other ?? connection(), {
    callbackUrl,
    state: 'state-1',
    checks: begun.checks,
    answer: form?.(back.form) ?? back.form,
  });
}

async function refusalOf(trip: Promise<unknown>): Promise<string> {
  const failure = await trip.then(
    (identity) => identity,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(IdentityFailure);
  expect((failure as IdentityFailure).kind).toBe('refused');
  return (failure as IdentityFailure).message;
}

describe('the way there', () => {
  it('asks with its own id, and names us', async () => {
    const request = { callbackUrl, state: 'state-1', loginHint: ana };
    const { url, checks } = await saml.begin(connection(), request);
    expect(url.startsWith(`${fake.provider.signInUrl}&`)).toBe(true);
    const asked = readRequest(url);
    expect(asked).toMatchObject({ entityId, callbackUrl, relayState: 'state-1' });
    expect(asked.id).toMatch(/^_[0-9a-f]{40}$/);
    expect(JSON.parse(checks)).toEqual({ requestId: asked.id });
    expect(new URL(url).searchParams.get('login_hint')).toBe(ana);
    expect(asked.xml).not.toContain('RequestedAuthnContext');
    expect(JSON.parse((await saml.begin(connection(), request)).checks)).not.toEqual({ requestId: asked.id });
  });

  it('is given to providers as a document', async () => {
    const document = await saml.describe({ entityId, callbackUrl });
    expect(document).toContain(`entityID="${entityId}"`);
    expect(document).toContain(`Location="${callbackUrl}"`);
    expect(document).toContain('WantAssertionsSigned="true"');
  });
});

describe('the way back', () => {
  it.each(['assertion', 'both'] as const)('with %s signed returns who came', async (sign) => {
    const assertionId = newXmlId();
    const identity = await travel({ sign, assertionId });
    expect(identity).toEqual({
      email: ana,
      emailVerified: null,
      firstName: null,
      lastName: null,
      once: { id: assertionId, until: expect.any(Date) },
    });
    const inMs = (identity.once?.until.getTime() ?? 0) - Date.now();
    expect(inMs).toBeGreaterThan(10 * 60_000);
    expect(inMs).toBeLessThan(12 * 60_000);
  });

  const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
  it.each<[string, Answer, string | null]>([
    ['an attribute', { nameId: '<saml:NameID>4711</saml:NameID>', attributes: attribute('mail', ana) }, ana],
    ['the usual claim', { attributes: attribute(claim, 'cem@acme.example') }, 'cem@acme.example'],
    ['an attribute beside others', { attributes: attribute('a', 'b') + attribute('Email', ana) }, ana],
    [
      'an attribute with two values, which says nothing',
      { nameId: '<saml:NameID>4711</saml:NameID>', attributes: attribute('email', ana, 'b@c.example') },
      null,
    ],
    [
      'an attribute with elements in it',
      {
        nameId: '<saml:NameID>4711</saml:NameID>',
        attributes: attribute('email', 'a@<saml:b></saml:b>evil.example'),
      },
      null,
    ],
    ['a name that is no address', { nameId: '<saml:NameID>4711</saml:NameID>' }, null],
    [
      'two names',
      { nameId: `<saml:NameID>${ana}</saml:NameID><saml:NameID>b@c.example</saml:NameID>` },
      null,
    ],
  ])('reads the address from %s', async (_where, answer, email) => {
    expect((await travel(answer)).email).toBe(email);
  });

  it('reads what people are called, where it is given', async () => {
    const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
    const spellings = [
      attribute('firstName', 'Ana') + attribute('lastName', ' Lopez\n\tRuiz '),
      attribute(`${claims}/givenname`, 'Ana') + attribute(`${claims}/surname`, 'Lopez Ruiz'),
      attribute('urn:oid:2.5.4.42', 'Ana') + attribute('urn:oid:2.5.4.4', 'Lopez Ruiz'),
    ];
    for (const attributes of spellings)
      expect(await travel({ attributes })).toMatchObject({ firstName: 'Ana', lastName: 'Lopez Ruiz' });
    expect(await travel({ attributes: attribute('firstName', 'x'.repeat(5000)) })).toMatchObject({
      firstName: 'x'.repeat(100),
      lastName: null,
    });
  });

  it('knows the provider by any of its certificates', async () => {
    const certificates = [stranger.certificate, ...fake.provider.certificates];
    expect((await travel({ connection: connection({ certificates }) })).email).toBe(ana);
  });

  it('forgives clocks that differ by less than a minute', async () => {
    expect((await travel({ notOnOrAfter: minutes(-0.8) })).email).toBe(ana);
    expect((await travel({ issuedAt: minutes(0.8), notBefore: minutes(0.8) })).email).toBe(ana);
  });

  it.each<[string, () => Trip]>([
    ['nothing signed', () => ({ sign: 'nothing' })],
    ['the response signed only', () => ({ sign: 'response' })],
    ["a stranger's signature", () => ({ key: stranger.privateKey })],
    ['a signature with SHA-1', () => ({ hash: 'sha1' })],
    ['a digest with SHA-1', () => ({ digest: 'sha1' })],
    [
      'SHA-1 under the name of another',
      () => ({ hash: 'sha1', tamper: (xml) => xml.replace('xmldsig#rsa-sha1', 'xmldsig-more#rsa-sha256') }),
    ],
    [
      'SHA-1 spelled otherwise',
      () => ({ hash: 'sha1', tamper: (xml) => xml.replace('#rsa-sha1', '&#35;rsa-sha1') }),
    ],
    ['an address changed', () => ({ tamper: (xml) => xml.replace(ana, 'eve@acme.example') })],
    [
      'a signature cut short',
      () => ({ tamper: (xml) => xml.replace(/[^>]{8}<\/ds:SignatureValue>/, '</ds:SignatureValue>') }),
    ],
    ['another audience', () => ({ audience: 'https://other.example/metadata' })],
    ["another tenant's audience", () => ({ audience: entityId.replace('/1/', '/2/') })],
    ['no audience', () => ({ conditions: '<saml:Conditions></saml:Conditions>' })],
    ['no conditions', () => ({ conditions: '' })],
    ["another tenant's issuer", () => ({ issuer: 'https://other.example/metadata' })],
    ['an issuer that only begins alike', () => ({ issuer: `${fake.provider.issuer}/2` })],
    [
      'an assertion of another issuer',
      () => ({ issuer: 'https://other.example/metadata', responseIssuer: fake.provider.issuer }),
    ],
    ['a response of another issuer', () => ({ responseIssuer: 'https://other.example/metadata' })],
    ['another recipient', () => ({ recipient: callbackUrl.replace('/1/', '/2/') })],
    ['another destination', () => ({ destination: callbackUrl.replace('/1/', '/2/') })],
    ['the answer to another question', () => ({ inResponseTo: newXmlId() })],
    ['an assertion for another question', () => ({ confirmedRequest: newXmlId() })],
    ['the answer to no question', () => ({ inResponseTo: '' })],
    [
      'no word of a question (begun by the provider)',
      () => ({ confirmedRequest: '', tamper: (xml) => xml.replace(/ InResponseTo="[^"]*"/, '') }),
    ],
    ['a key that had to be shown', () => ({ method: 'holder-of-key' })],
    ['an expired assertion', () => ({ notOnOrAfter: minutes(-1.1) })],
    ['an assertion of tomorrow', () => ({ notBefore: minutes(1.1) })],
    ['an assertion that is made tomorrow', () => ({ issuedAt: minutes(1.1), notBefore: minutes(-1) })],
    ['an old assertion that does not end', () => ({ issuedAt: minutes(-12), notOnOrAfter: minutes(600) })],
    ['a refusal', () => ({ status: 'Responder' })],
    [
      'a comment in the name',
      () => ({ nameId: '<saml:NameID>ana@acme.example<!-- -->.evil.example</saml:NameID>' }),
    ],
    ['a comment put in later', () => ({ tamper: (xml) => xml.replace(ana, 'ana@acme<!-- -->.example') })],
    ['an instruction in the name', () => ({ tamper: (xml) => xml.replace(ana, 'ana@acme<?x ?>.example') })],
    ['a name in CDATA', () => ({ tamper: (xml) => xml.replace(ana, `<![CDATA[${ana}]]>`) })],
    [
      'an encrypted assertion',
      () => ({ tamper: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') }),
    ],
    ['no assertion', () => ({ tamper: (xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/, '') })],
    ['no XML', () => ({ tamper: () => 'hello' })],
    ['nothing', () => ({ tamper: () => '' })],
    ['broken XML', () => ({ tamper: (xml) => xml.slice(0, -20) })],
    ['an attribute without quotes', () => ({ tamper: (xml) => xml.replace('Version="2.0"', 'Version=2.0') })],
    [
      'two responses in the form',
      () => ({ form: (form) => new URLSearchParams(`${form}&SAMLResponse=${form.get('SAMLResponse')}`) }),
    ],
    ['an empty form', () => ({ form: () => new URLSearchParams() })],
    [
      'a request in place of a response',
      () => ({ tamper: (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') }),
    ],
  ])('with %s is refused', async (_what, trip) => {
    await refusalOf(travel(trip()));
  });

  it('that is signed by a former certificate is refused', async () => {
    const renewed = connection({ certificates: [stranger.certificate] });
    await refusalOf(travel({ connection: renewed }));
  });

  it('says what failed without saying about whom', async () => {
    expect(await refusalOf(travel({ audience: 'secret.example' }))).toBe('SAML assertion audience mismatch');
    const status = (xml: string) =>
      xml
        .replace(/<saml:Assertion.*<\/saml:Assertion>/, '')
        .replace('</samlp:Status>', `<samlp:StatusMessage>${ana}</samlp:StatusMessage></samlp:Status>`);
    expect(await refusalOf(travel({ status: 'Responder', tamper: status }))).not.toContain(ana);
  });
});

/* A signed assertion of Ana's is moved to where the signature is still right, and Eve's is put where it is read. */
describe('a signature that is wrapped', () => {
  const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/s;
  const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/s;

  /** What Eve makes of what was signed: the same without a signature, with her own id and address. */
  const forged = (assertion: string, id = newXmlId()) =>
    assertion
      .replace(SIGNATURE, '')
      .replace(/ ID="[^"]*"/, ` ID="${id}"`)
      .replaceAll(ana, 'eve@acme.example');
  const OUR_REASONS =
    /^(there has to be one assertion, in the response itself|an ID stands twice|a signature is (not where it belongs|for something else)|the signature is made in a way that is not safe.*)$/;
  const idOf = (xml: string) => / ID="([^"]*)"/.exec(xml)?.[1] ?? '';
  const swap = (xml: string, make: (assertion: string, signature: string) => string) =>
    xml.replace(ASSERTION, (assertion) => make(assertion, SIGNATURE.exec(assertion)?.[0] ?? ''));
  const withSignature = (assertion: string, signature: string) =>
    assertion.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);

  it.each<[string, (xml: string) => string]>([
    ['forged before it', (xml) => swap(xml, (one) => forged(one) + one)],
    ['forged behind it', (xml) => swap(xml, (one) => one + forged(one))],
    [
      'inside of the forged one',
      (xml) => swap(xml, (one) => forged(one).replace('</saml:Assertion>', () => `${one}</saml:Assertion>`)),
    ],
    [
      'in an object of the signature that the forged one bears',
      (xml) =>
        swap(xml, (one, signature) =>
          withSignature(
            forged(one),
            signature.replace(
              '</ds:Signature>',
              () => `<ds:Object>${one.replace(SIGNATURE, '')}</ds:Object></ds:Signature>`,
            ),
          ),
        ),
    ],
    [
      'under the id of the signed one',
      (xml) => swap(xml, (one, signature) => withSignature(forged(one, idOf(one)), signature) + one),
    ],
    [
      'in the extensions of the response',
      (xml) =>
        swap(xml, (one) => forged(one)).replace(
          '<samlp:Status>',
          () => `<samlp:Extensions>${ASSERTION.exec(xml)?.[0]}</samlp:Extensions><samlp:Status>`,
        ),
    ],
    [
      'in a whole response inside of the forged one',
      (xml) =>
        swap(xml, (one) => forged(one))
          .replace(/ ID="[^"]*"/, ` ID="${newXmlId()}"`)
          .replace('</samlp:Response>', () => `${xml}</samlp:Response>`),
    ],
    [
      'with the forged one in another namespace',
      (xml) =>
        swap(xml, (one) => one + forged(one).replaceAll('saml:', 'x:').replace('xmlns:saml', 'xmlns:x')),
    ],
    [
      'under an id that is written in small letters',
      (xml) => swap(xml, (one) => forged(one).replace(' ID=', ` id="${idOf(one)}" ID=`) + one),
    ],
    [
      'with a signature for the whole document',
      (xml) => xml.replace(/ URI="#[^"]*"/, ' URI=""').replaceAll(ana, 'eve@acme.example'),
    ],
    ['with a second reference', (xml) => xml.replace(/<ds:Reference.*<\/ds:Reference>/s, (one) => one + one)],
    ['with a second signature', (xml) => xml.replace(SIGNATURE, (one) => one + one)],
    [
      'with a transform that leaves something out',
      (xml) =>
        xml.replace(
          'Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform>',
          'Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"></ds:Transform>',
        ),
    ],
  ])('%s is refused', async (_how, tamper) => {
    // By its form already, whatever the library would make of it.
    expect(await refusalOf(travel({ tamper }))).toMatch(OUR_REASONS);
    await refusalOf(travel({ sign: 'both', tamper }));
  });

  it("with Eve's own signature and key is refused", async () => {
    const tamper = (xml: string) => swap(xml, (one) => signed(forged(one), { key: stranger.privateKey }));
    expect(await refusalOf(travel({ tamper }))).toBe('Invalid signature');
  });
});

describe('a document that is a weapon', () => {
  const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(20)}">`).join(
    '',
  );

  it.each<[string, (xml: string) => string]>([
    [
      'entities that grow',
      (xml) => `<!DOCTYPE r [<!ENTITY e0 "ha">${entities}]>${xml.replace(ana, '&e20;')}`,
    ],
    [
      'an entity of this machine',
      (xml) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/hostname">]>${xml.replace(ana, '&e;')}`,
    ],
    ['a document type of elsewhere', (xml) => `<!DOCTYPE r SYSTEM "${fake.provider.issuer}">${xml}`],
    ['a document type in small letters', (xml) => `<!doctype r>${xml}`],
    ['an unknown entity', (xml) => xml.replace(ana, '&eve;')],
    ['elements without end', () => '<a>'.repeat(40_000)],
    ['a deep document', (xml) => xml.replace(ana, () => `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`)],
  ])('(%s) is refused at once', async (_what, tamper) => {
    let asked = 0;
    fake.page = (response) => {
      asked += 1;
      response.end();
    };
    const since = performance.now();
    await refusalOf(travel({ tamper }));
    expect(performance.now() - since).toBeLessThan(2000);
    expect(asked).toBe(0);
  });
});

describe('the provider', () => {
  const examine = (over: Partial<SamlConnection> = {}) => saml.examine(connection(over), { callbackUrl });

  it('that is set up well is found so', async () => {
    expect(await examine()).toBeNull();
    fake.page = (response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await examine()).toBeNull();
  });

  it.each([
    [404, /says the page doesn't exist/],
    [400, /refused our request \(400\)\. Check that you entered our entity ID and ACS URL there\.$/],
    [503, /responded with an error \(503\)/],
  ])('that answers %s is reported', async (status, sentence) => {
    fake.page = (response) => void response.writeHead(status).end();
    expect(await examine()).toMatch(sentence);
  });

  it('that is silent is reported', async () => {
    fake.page = () => {};
    expect(await impatient.examine(connection(), { callbackUrl })).toMatch(/took too long/);
  });

  it('whose certificate is expired, or not yet valid, is reported; one valid is enough', async () => {
    const over = makeCertificate({ from: new Date('2020-01-01'), until: new Date('2021-03-04') }).certificate;
    const early = makeCertificate({
      from: new Date('2090-01-02'),
      until: new Date('2091-01-01'),
    }).certificate;
    expect(await examine({ certificates: [over] })).toBe(
      "The provider's certificate expired on March 4, 2021. Enter the new one.",
    );
    expect(await examine({ certificates: [early] })).toBe(
      "The provider's certificate isn't valid until January 2, 2090.",
    );
    expect(await examine({ certificates: [over, stranger.certificate] })).toBeNull();
  });
});

identitySuite('SAML', {
  makeVendor: (options) => createSaml({ ...options, clock }),
  connectionAt: (signInUrl) => ({
    issuer: 'https://provider.example',
    signInUrl,
    certificates: [makeCertificate().certificate],
    entityId,
  }),
  callbackUrl,
});
