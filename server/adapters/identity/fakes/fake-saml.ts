import { createHash, createSign, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import type { SamlConnection } from '../port.ts';
import { makeCertificate } from './make-certificate.ts';

/*
 * A SAML provider that lies when set to. What it signs is put together by hand, in the canonical form already
 * (attributes in order, namespaces where they are used), so that it owes nothing to the library that it puts to the test.
 */

export interface FakeSaml {
  provider: Omit<SamlConnection, 'entityId'>;
  privateKey: KeyObject;
  /** What the browser of a person who signs in there brings back. */
  signIn(url: string, email: string, over?: Answer): { action: string; form: URLSearchParams };
  /** Instead of the page to sign in at. */
  page: (response: ServerResponse) => void;
  reset(): void;
  stop(): Promise<void>;
}

/** How an answer differs from an honest one. */
export interface Answer {
  issuer?: string;
  responseIssuer?: string;
  audience?: string;
  recipient?: string;
  destination?: string;
  inResponseTo?: string;
  /** Of the assertion, where it is another than the response's. */
  confirmedRequest?: string;
  method?: string;
  /** XML. */
  nameId?: string;
  /** XML, behind the other statements. */
  attributes?: string;
  assertionId?: string;
  issuedAt?: Date;
  notBefore?: Date;
  notOnOrAfter?: Date;
  /** XML, in place of the conditions. */
  conditions?: string;
  status?: string;
  key?: KeyObject;
  hash?: 'sha256' | 'sha1';
  digest?: 'sha256' | 'sha1';
  sign?: 'assertion' | 'response' | 'both' | 'nothing';
  /** How the answer is changed on its way. */
  tamper?: (xml: string) => string;
}

const NAMESPACES = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
};
const METHODS = {
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
};
const DIGESTS = {
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
};
const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const LIFE_MS = 300_000;

export const newXmlId = () => `_${randomBytes(16).toString('hex')}`;
export const attribute = (name: string, ...values: string[]) =>
  `<saml:Attribute Name="${name}">${values
    .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

export async function startFakeSaml(): Promise<FakeSaml> {
  const { certificate, privateKey } = makeCertificate();
  const honestPage = (response: ServerResponse) => void response.end('<h1>Sign in</h1>');
  const server = createServer((_request, response) => fake.page(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  const issuer = `http://127.0.0.1:${address.port}/metadata`;
  const fake: FakeSaml = {
    provider: {
      issuer,
      signInUrl: `http://127.0.0.1:${address.port}/sign-in?company=1`,
      certificates: [certificate],
    },
    privateKey,
    page: honestPage,
    reset: () => {
      fake.page = honestPage;
    },
    signIn: (url, email, over = {}) => {
      const asked = readRequest(url);
      const xml = answerTo(asked, email, { issuer, key: privateKey, ...over });
      return {
        action: asked.callbackUrl,
        form: new URLSearchParams({
          SAMLResponse: Buffer.from(over.tamper?.(xml) ?? xml).toString('base64'),
          RelayState: asked.relayState,
        }),
      };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

interface Asked {
  id: string;
  entityId: string;
  callbackUrl: string;
  relayState: string;
  xml: string;
}

export function readRequest(url: string): Asked {
  const { searchParams } = new URL(url);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: found(/ ID="([^"]*)"/),
    entityId: found(/Issuer[^>]*>([^<]*)</),
    callbackUrl: found(/AssertionConsumerServiceURL="([^"]*)"/),
    relayState: searchParams.get('RelayState') ?? '',
    xml,
  };
}

type Lie = Answer & { issuer: string; key: KeyObject };

function answerTo(asked: Asked, email: string, lie: Lie): string {
  const { sign = 'assertion', inResponseTo = asked.id } = lie;
  const plain = assertionFor(asked, email, lie);
  const assertion = sign === 'assertion' || sign === 'both' ? signed(plain, lie) : plain;
  const status = lie.status ?? 'Success';
  const response =
    `<samlp:Response xmlns:samlp="${NAMESPACES.protocol}" Destination="${lie.destination ?? asked.callbackUrl}" ID="${newXmlId()}" InResponseTo="${inResponseTo}" IssueInstant="${new Date().toISOString()}" Version="2.0">` +
    `<saml:Issuer xmlns:saml="${NAMESPACES.assertion}">${lie.responseIssuer ?? lie.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"></samlp:StatusCode></samlp:Status>` +
    `${assertion}</samlp:Response>`;
  return sign === 'response' || sign === 'both' ? signed(response, lie) : response;
}

function assertionFor(asked: Asked, email: string, lie: Lie): string {
  const issuedAt = lie.issuedAt ?? new Date();
  const until = (lie.notOnOrAfter ?? new Date(Date.now() + LIFE_MS)).toISOString();
  const since = (lie.notBefore ?? issuedAt).toISOString();
  const conditions =
    lie.conditions ??
    `<saml:Conditions NotBefore="${since}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${lie.audience ?? asked.entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
  const statement = lie.attributes
    ? `<saml:AttributeStatement>${lie.attributes}</saml:AttributeStatement>`
    : '';
  return (
    `<saml:Assertion xmlns:saml="${NAMESPACES.assertion}" ID="${lie.assertionId ?? newXmlId()}" IssueInstant="${issuedAt.toISOString()}" Version="2.0">` +
    `<saml:Issuer>${lie.issuer}</saml:Issuer>` +
    `<saml:Subject>${lie.nameId ?? `<saml:NameID>${email}</saml:NameID>`}` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${lie.method ?? 'bearer'}">` +
    `<saml:SubjectConfirmationData InResponseTo="${lie.confirmedRequest ?? lie.inResponseTo ?? asked.id}" NotOnOrAfter="${until}" Recipient="${lie.recipient ?? asked.callbackUrl}"></saml:SubjectConfirmationData>` +
    `</saml:SubjectConfirmation></saml:Subject>${conditions}` +
    `<saml:AuthnStatement AuthnInstant="${issuedAt.toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${statement}</saml:Assertion>`
  );
}

/** With a signature behind the issuer, over the whole element (XML Signature, enveloped). */
export function signed(
  xml: string,
  { key, hash = 'sha256', digest = 'sha256' }: Pick<Lie, 'key' | 'hash' | 'digest'>,
): string {
  const id = / ID="([^"]*)"/.exec(xml)?.[1] ?? '';
  const digested = createHash(digest).update(xml).digest('base64');
  const info =
    `<ds:SignedInfo ${DS}>` +
    `<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${METHODS[hash]}"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>` +
    `<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${DIGESTS[digest]}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digested}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const value = createSign(hash).update(info).sign(key, 'base64');
  // Inside another signature, what is declared already is not declared again.
  const inside = info.replace(` ${DS}`, '');
  const signature = `<ds:Signature ${DS}>${inside}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
  return xml.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
}
