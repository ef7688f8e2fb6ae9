export interface ProviderMetadata {
  entityId: string;
  signInUrl: string;
  /** PEM. */
  certificate: string;
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const UNREADABLE = "We can't read this as SAML metadata. Copy the whole document.";

/** The fields of a SAML provider's metadata, or a sentence on what is wrong with it. The server gets only the fields. */
export function readMetadata(text: string): ProviderMetadata | string {
  // Entities are a way to attack XML readers (XXE); metadata needs none.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return UNREADABLE;
  const document = new DOMParser().parseFromString(text.trim(), 'application/xml');
  const root = document.documentElement;
  if (root === null || inside(document, 'parsererror').length > 0) return UNREADABLE;
  if (root.localName === 'EntitiesDescriptor')
    return 'This is the metadata of several providers. Use the document for yours only.';
  const [descriptor] = inside(root, 'IDPSSODescriptor');
  if (root.localName !== 'EntityDescriptor' || descriptor === undefined)
    return "This isn't an identity provider's metadata.";
  const service = inside(descriptor, 'SingleSignOnService').find(
    (each) => each.getAttribute('Binding') === REDIRECT,
  );
  if (service === undefined)
    return "Your provider doesn't offer sign-in by HTTP-Redirect, which Hiretext needs.";
  const certificates = inside(descriptor, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => inside(key, 'X509Certificate'))
    .map((each) => (each.textContent ?? '').replace(/\s/g, ''));
  if (certificates.length === 0) return 'The metadata has no signing certificate.';
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
