export interface StaffSettings {
  /** Anyone with a verified address at one of these domains, but not at their subdomains. */
  domains: string[];
  /** People from elsewhere, one by one. */
  emails: string[];
}

export type IsStaff = (person: { email: string; emailVerified: boolean }) => boolean;

const ASCII = /^[\x21-\x7e]+$/;

/** An unverified address makes no one staff: anyone could have typed it. */
export function createIsStaff({ domains, emails }: StaffSettings): IsStaff {
  const staffDomains = new Set(domains.map((domain) => domain.toLowerCase()));
  const staffEmails = new Set(emails.map((email) => email.toLowerCase()));
  return ({ email, emailVerified }) => {
    // Other scripts have letters whose small one is ours: the Kelvin sign is no k.
    if (!emailVerified || !ASCII.test(email)) return false;
    const address = email.toLowerCase();
    return staffEmails.has(address) || staffDomains.has(address.slice(address.lastIndexOf('@') + 1));
  };
}
