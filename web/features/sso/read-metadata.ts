export interface ProviderMetadata {
  entityId: string;
  signInUrl: string;
  /** PEM. */
  certificate: string;
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const UNREADABLE = "This can't be read as SAML metadata. Copy the whole document.";

/** What a SAML provider tells of itself, or what is wrong with it, in words. Read here: the server gets the fields only. */
export function readMetadata(text: string): ProviderMetadata | string {
  // Entities are what documents attack their readers with; metadata needs none.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return UNREADABLE;
  const document = new DOMParser().parseFromString(text.trim(), 'application/xml');
  const root = document.documentElement;
  if (root === null || inside(document, 'parsererror').length > 0) return UNREADABLE;
  if (root.localName === 'EntitiesDescriptor')
    return 'This is the metadata of many providers. Take the document of yours alone.';
  const [descriptor] = inside(root, 'IDPSSODescriptor');
  if (root.localName !== 'EntityDescriptor' || descriptor === undefined)
    return 'This is no metadata of an identity provider.';
  const service = inside(descriptor, 'SingleSignOnService').find(
    (each) => each.getAttribute('Binding') === REDIRECT,
  );
  if (service === undefined) return 'The provider offers no sign-in by HTTP-Redirect, which Hiretext needs.';
  const certificates = inside(descriptor, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => inside(key, 'X509Certificate'))
    .map((each) => (each.textContent ?? '').replace(/\s/g, ''));
  if (certificates.length === 0) return 'The metadata holds no certificate to sign with.';
  return {
    entityId: root.getAttribute('entityID') ?? '',
    signInUrl: service.getAttribute('Location') ?? '',
    certificate: [...new Set(certificates)].map(toPem).join('\n'),
  };
}

/** By name, whatever the namespace is called. */
function inside(node: Document | Element, name: string): Element[] {
  return Array.from(node.getElementsByTagName('*')).filter(({ localName }) => localName === name);
}

function toPem(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
