import { npm } from './install.js';

/**
 * A line for each known vulnerability in what ships, by the lock file. Null if the registry doesn't answer: many mirrors
 * can't, and that means nothing about the packages.
 */
export function findVulnerabilities() {
  const { stdout } = npm(['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=30000'], {
    encoding: 'utf8',
  });
  return readAudit(stdout ?? '');
}

export function readAudit(answer) {
  const { vulnerabilities } = parse(answer);
  if (vulnerabilities === undefined) return null;
  // Those that only need a package that has one are named too, by a string.
  return Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((advisory) => typeof advisory !== 'string')
      .map(({ title, severity, url, range }) => `${name} ${range} (${severity}): ${title}. ${url}`),
  );
}

function parse(answer) {
  try {
    return JSON.parse(answer);
  } catch {
    return {};
  }
}
