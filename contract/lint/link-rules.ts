import { isAmong, linksIn, SHORTENERS } from '../links-in.ts';
import type { CheckedText } from './checked-text.ts';
import type { LintFacts, LintFinding } from './finding.ts';

/** Without https:// or a path, only these count as links. "Thanks.See" is a missing space. */
const ENDINGS = [
  'com',
  'org',
  'net',
  'edu',
  'gov',
  'io',
  'co',
  'us',
  'jobs',
  'careers',
  'ly',
  'health',
  'care',
];
const SKILLS = ['asp.net', 'vb.net', 'ado.net', 'socket.io'];

/** Where recruiters meet candidates or send directions: companies don't have these on their own domain. */
const EVERYONES = [
  'zoom.us',
  'zoom.com',
  'teams.microsoft.com',
  'teams.live.com',
  'meet.google.com',
  'webex.com',
  'calendly.com',
  'maps.google.com',
  'google.com',
  'maps.apple.com',
  'outlook.office.com',
  'docusign.net',
  'docusign.com',
];

function linksOf(text: CheckedText) {
  const seen = new Set<string>();
  return linksIn(text.shown).filter(({ host, isBare }) => {
    const isLink = !isBare || host.startsWith('www.') || isAmong(host, SHORTENERS) || isHost(host);
    const isNew = !seen.has(host);
    seen.add(host);
    return isLink && isNew;
  });
}

const isHost = (host: string) =>
  !SKILLS.includes(host) && ENDINGS.includes(host.slice(host.lastIndexOf('.') + 1));

export function findShorteners(text: CheckedText): LintFinding[] {
  return linksOf(text)
    .filter(({ host }) => isAmong(host, SHORTENERS))
    .map(({ host, range }) => ({
      rule: 'shortener',
      owner: 'carriers',
      sentence: `Carriers block ${host}, a public link shortener. Paste the full link instead.`,
      range: text.sourceOf(...range),
      fix: null,
    }));
}

export function findForeignLinks(text: CheckedText, { domains }: LintFacts): LintFinding[] {
  const [own] = domains;
  if (own === undefined) return [];
  // A link to acme.com is the company's where only careers.acme.com is known.
  const isOwn = (host: string) => isAmong(host, domains) || domains.some((domain) => isAmong(domain, [host]));
  return linksOf(text)
    .map((link) => ({ ...link, host: link.host.replace(/^www\./, '') }))
    .filter(({ host }) => !isOwn(host) && !isAmong(host, SHORTENERS) && !isAmong(host, EVERYONES))
    .map(({ host, range }) => ({
      rule: 'domain',
      owner: 'carriers',
      sentence: `${host} doesn't match your company's domain, ${own}. Carriers may filter links to other domains.`,
      range: text.sourceOf(...range),
      fix: null,
    }));
}
