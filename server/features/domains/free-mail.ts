import providers from 'email-providers/all.json' with { type: 'json' };

const freeMail = new Set<string>(providers);

/** Whether everybody can get an address at the domain, so that nobody owns it. The domain in lower case. */
export function isFreeMail(domain: string): boolean {
  return freeMail.has(domain);
}
