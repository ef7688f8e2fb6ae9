import type { AtsApi } from '../api.ts';
import { KeyRefused } from '../failures.ts';
import { rest } from '../rest.ts';

/** The right, as the screens there name it. */
export const HIRING = 'Hiring: access to ATS settings';
export const EMPLOYEES =
  'Employees: first and last name, hire date, phone numbers, email addresses, job title';

/** The key is sent to that host, so only a company's name is allowed there. */
export function siteOf({ access }: AtsApi): string {
  const { subdomain = '' } = access.credentials;
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(subdomain))
    throw new KeyRefused('the subdomain is not one of BambooHR');
  return `https://${subdomain}.bamboohr.com`;
}

export const { read, write } = rest({ base: (api) => `${siteOf(api)}/api/v1/` });
