import { DOMParser } from '@xmldom/xmldom';
import { IdentityFailure } from '../port.ts';

/*
 * What is looked at before a signature is: signatures over XML hold for a part of a document only, and most ways around
 * them put that part where one reader finds it and another does not. So there is one form an answer may have.
 */

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

/** Without SHA-1, which can be forged. */
const ALGORITHMS = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const SIGNATURE_PARTS = ['SignedInfo', 'SignatureValue', 'KeyInfo'];

export function refuse(reason: string): never {
  throw new IdentityFailure('refused', reason);
}

/** No provider needs document types (and with them entities), comments or instructions here; attacks do. */
export function parseStrictly(xml: string): Element {
  const content = xml.replace(/^\s*<\?xml\s[^?<>]*\?>/, '');
  if (/<[!?]/.test(content)) refuse('the document has more than elements');
  const broken = () => refuse('the document is not well-formed');
  try {
    const { documentElement } = new DOMParser({ errorHandler: broken }).parseFromString(content, 'text/xml');
    return documentElement ?? broken();
  } catch (error) {
    if (error instanceof IdentityFailure) throw error;
    return broken();
  }
}

const isA = (element: Element | null, namespace: string, name: string) =>
  element?.namespaceURI === namespace && element.localName === name;

/** Readers that follow elements into each other come to the end of their stack. */
const MOST_DEPTH = 40;

/** All that are inside of it, one after the other and not one in the other. */
function elementsIn(element: Element): Element[] {
  const found: Element[] = [];
  let layer = childrenOf(element);
  for (let depth = 1; layer.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) refuse('the document is too deep');
    found.push(...layer);
    layer = layer.flatMap((each) => childrenOf(each));
  }
  return found;
}

export function childrenOf(element: Element, name?: string): Element[] {
  return Array.from(element.childNodes).filter(
    (node): node is Element =>
      node.nodeType === node.ELEMENT_NODE && (name === undefined || (node as Element).localName === name),
  );
}

/** The text of an element that holds nothing else. */
export function textOf(element: Element | undefined): string | null {
  return element === undefined || childrenOf(element).length > 0 ? null : (element.textContent ?? '');
}

interface Response {
  inResponseTo: string;
  destination: string;
  /** Null when it doesn't say; the assertion does. */
  issuer: string | null;
  isSuccess: boolean;
}

/** One response with one assertion, each signed only by its own signature. */
export function readResponse(xml: string): Response {
  const root = parseStrictly(xml);
  if (!isA(root, PROTOCOL, 'Response')) refuse('this is no response');
  const all = elementsIn(root);
  const [status] = childrenOf(root, 'Status');
  const code = status && childrenOf(status, 'StatusCode')[0]?.getAttribute('Value');
  const isSuccess = code === 'urn:oasis:names:tc:SAML:2.0:status:Success';
  if (isSuccess) requireOneAssertion(root, all);
  requireDifferentIds([root, ...all]);
  for (const signature of all.filter(({ localName }) => localName === 'Signature'))
    requirePlainSignature(signature, root);
  return {
    inResponseTo: root.getAttribute('InResponseTo') ?? '',
    destination: root.getAttribute('Destination') ?? '',
    issuer: textOf(childrenOf(root, 'Issuer')[0]),
    isSuccess,
  };
}

function requireOneAssertion(root: Element, all: Element[]): void {
  if (all.some(({ localName }) => localName === 'EncryptedAssertion')) refuse('the assertion is encrypted');
  const assertions = all.filter(({ localName }) => localName === 'Assertion');
  const [assertion] = assertions;
  if (assertions.length !== 1 || assertion?.parentNode !== root || !isA(assertion, ASSERTION, 'Assertion'))
    refuse('there has to be one assertion, in the response itself');
}

function requireDifferentIds(elements: Element[]): void {
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id', 'xml:id'].flatMap((name) => element.getAttribute(name) || []),
  );
  if (new Set(ids).size !== ids.length) refuse('an ID stands twice');
}

function requirePlainSignature(signature: Element, root: Element): void {
  const signed = signature.parentNode as Element;
  const isOfAssertion = isA(signed, ASSERTION, 'Assertion') && signed.parentNode === root;
  const isPlain =
    isA(signature, SIGNATURE, 'Signature') &&
    (signed === root || isOfAssertion) &&
    childrenOf(signed, 'Signature').length === 1 &&
    childrenOf(signature).every((part) => SIGNATURE_PARTS.includes(part.localName));
  if (!isPlain) refuse('a signature is not where it belongs');
  const inside = elementsIn(signature);
  const references = inside.filter(({ localName }) => localName === 'Reference');
  if (references.length !== 1 || references[0]?.getAttribute('URI') !== `#${signed.getAttribute('ID')}`)
    refuse('a signature is for something else');
  const used = inside.filter(({ localName }) =>
    ['CanonicalizationMethod', 'SignatureMethod', 'DigestMethod', 'Transform'].includes(localName),
  );
  if (!used.every((element) => ALGORITHMS.has(element.getAttribute('Algorithm') ?? '')))
    refuse('the signature is made in a way that is not safe (SHA-1?)');
}
