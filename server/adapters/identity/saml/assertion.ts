import type { Identity } from '../port.ts';
import { nameOf } from '../port.ts';
import { ASSERTION, childrenOf, parseStrictly, refuse, textOf } from './document.ts';

/** Clocks differ; by more than this they are wrong. */
export const SKEW_MS = 60_000;
/** From when it was made; anyone we sent there comes back within this. */
export const MOST_AGE_MS = 10 * 60_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** What providers call the attribute that holds an e-mail address, the most precise first. */
const EMAIL_ATTRIBUTES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'email',
  'emailaddress',
  'mail',
  'e-mail',
];
const FIRST_NAME_ATTRIBUTES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
  'firstname',
  'givenname',
  'first_name',
];
const LAST_NAME_ATTRIBUTES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
  'lastname',
  'surname',
  'sn',
  'last_name',
];

interface Expected {
  issuer: string;
  callbackUrl: string;
  requestId: string;
  now: Date;
}

/** Of the part that the signature holds for, and of nothing else. */
export function readAssertion(signedXml: string, expected: Expected): Identity {
  const assertion = parseStrictly(signedXml);
  if (assertion.namespaceURI !== ASSERTION || assertion.localName !== 'Assertion')
    refuse('what is signed is no assertion');
  const now = expected.now.getTime();
  const id = assertion.getAttribute('ID') || refuse('the assertion has no ID');
  const madeAt = timeOf(assertion, 'IssueInstant') ?? refuse('the assertion has no time');
  if (madeAt > now + SKEW_MS) refuse('the assertion is of the future');
  if (madeAt + MOST_AGE_MS + SKEW_MS <= now) refuse('the assertion is too old');
  if (textOf(childrenOf(assertion, 'Issuer')[0]) !== expected.issuer) refuse('another issuer');
  const [subject] = childrenOf(assertion, 'Subject');
  if (subject === undefined) return refuse('the assertion has no subject');
  if (!childrenOf(subject, 'SubjectConfirmation').some((each) => isForUs(each, expected)))
    refuse('the assertion is not for us, now, in answer to what we asked');
  return {
    email: emailIn(assertion) ?? addressIn(subject),
    emailVerified: null,
    firstName: nameOf(valueIn(assertion, FIRST_NAME_ATTRIBUTES)),
    lastName: nameOf(valueIn(assertion, LAST_NAME_ATTRIBUTES)),
    once: { id, until: new Date(madeAt + MOST_AGE_MS + SKEW_MS) },
  };
}

/** SAML 2.0 Profiles, 4.1.4.3: bearer, recipient, time and request all have to fit. */
function isForUs(confirmation: Element, { callbackUrl, requestId, now }: Expected): boolean {
  const [data] = childrenOf(confirmation, 'SubjectConfirmationData');
  if (confirmation.getAttribute('Method') !== BEARER || data === undefined) return false;
  const until = timeOf(data, 'NotOnOrAfter');
  return (
    data.getAttribute('Recipient') === callbackUrl &&
    data.getAttribute('InResponseTo') === requestId &&
    until !== null &&
    now.getTime() < until + SKEW_MS
  );
}

/** Null when it doesn't say; a time that can't be read is refused. */
function timeOf(element: Element, name: string): number | null {
  const value = element.getAttribute(name);
  if (!value) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? refuse('a time can not be read') : time;
}

/** The one value of the first of these attributes that has one; with several values, there's no telling which. */
function valueIn(assertion: Element, names: string[]): string | null {
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, 'Attribute'),
  );
  for (const wanted of names) {
    const values = attributes
      .filter((attribute) => attribute.getAttribute('Name')?.toLowerCase() === wanted)
      .flatMap((attribute) => childrenOf(attribute, 'AttributeValue'));
    const value = values.length === 1 ? textOf(values[0])?.trim() : null;
    if (value) return value;
  }
  return null;
}

function emailIn(assertion: Element): string | null {
  const value = valueIn(assertion, EMAIL_ATTRIBUTES);
  return value?.includes('@') ? value : null;
}

/** Many providers name people by their address. */
function addressIn(subject: Element): string | null {
  const names = childrenOf(subject, 'NameID');
  const name = names.length === 1 ? textOf(names[0]) : null;
  return name?.includes('@') ? name.trim() : null;
}
