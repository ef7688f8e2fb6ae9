import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout } from './checkout.js';
import { FROM_THE_FILE, makeSbom } from './sbom.js';
import { readAudit } from './vulnerabilities.js';

/* Our dependencies: listed with a reason, pinned, under a license that allows the use, and without install scripts. */

const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const manifest: {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
} = JSON.parse(read('package.json'));
const direct = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};

interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}
const fromTheFile: Record<string, string> = FROM_THE_FILE;
const { packages }: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'));
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));
const shipped = locked.filter(({ dev }) => !dev);

const ALLOWED = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Python-2.0', 'Unlicense', 'CC0-1.0'],
];
/** These licenses require more than attribution, so each package is allowed by name, for what we do with it. */
const ALLOWED_FOR: { license: string; names: RegExp; because: string }[] = [
  {
    license: 'LGPL-3.0-or-later',
    names: /^@img\/sharp-/,
    because: 'libvips: a separate library, used unchanged, that anyone can replace',
  },
  {
    license: 'MPL-2.0',
    names: /^lightningcss(-|$)/,
    because: 'packs the styles when the web is built, used unchanged; nothing of it is in what it packs',
  },
  {
    license: 'MPL-2.0',
    names: /^(ical\.js|web-push)$/,
    because: 'runs on the server only, used unchanged; it asks nothing of the files beside its own',
  },
];
/** SPDX, as far as packages use it: one of several (`OR`), or all of several (`AND`). */
function isAllowed(name: string, license: string): boolean {
  const parts = license.replace(/[()]/g, '').split(' OR ');
  const isOne = (one: string) =>
    ALLOWED.includes(one) ||
    ALLOWED_FOR.some(({ license: other, names }) => other === one && names.test(name));
  return parts.some((part) => part.split(' AND ').every(isOne));
}

describe('packages', () => {
  it('are listed in the docs with why, each once, and no others', () => {
    const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(direct).sort());
    expect(rows.filter(([, , why = '']) => why.trim() === '')).toEqual([]);
  });

  it('are pinned to one version each, with a known hash', () => {
    expect(Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
    expect(locked.length).toBeGreaterThan(Object.keys(direct).length);
    expect(locked.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  it('that ship run nothing when they are installed', () => {
    const running = shipped.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(running.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
  });

  it('that ship have a license that allows it', () => {
    const wrong = shipped
      .map(({ name, license }) => ({ name, license: license ?? fromTheFile[name] ?? 'none' }))
      .filter(({ name, license }) => !isAllowed(name, license));
    expect(shipped.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['some', 'MIT', true],
    ['some', '(GPL-3.0-only OR MIT)', true],
    ['some', 'MIT AND GPL-3.0-only', false],
    ['some', 'LGPL-3.0-or-later', false],
    ['some', 'none', false],
    ['@img/sharp-linux-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ])('%s under %s: %s', (name, license, allowed) => {
    expect(isAllowed(name, license)).toBe(allowed);
  });
});

describe('the list of what ships', () => {
  const sbom: {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: {
      name: string;
      version: string;
      licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
      hashes: object[];
    }[];
  } = makeSbom();

  it('is of Hiretext, and has each package that ships, in each version, and no tool', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'hiretext' } } });
    const named = (each: { name: string; version?: string }) => `${each.name}@${each.version}`;
    expect([...new Set(sbom.components.map(named))].sort()).toEqual([...new Set(shipped.map(named))].sort());
    for (const name of Object.keys(manifest.dependencies))
      expect(sbom.components.map((each) => each.name)).toContain(name);
  });

  it('names the license of each, which allows it, and its content', () => {
    const licenseOf = ({ licenses = [] }: (typeof sbom.components)[number]) =>
      licenses
        .map((each) => ('license' in each ? (each.license.id ?? each.license.name) : each.expression))
        .join(' AND ');
    expect(sbom.components.filter((each) => !isAllowed(each.name, licenseOf(each)))).toEqual([]);
    expect(sbom.components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
  });
});

describe('vulnerabilities that the registry reports', () => {
  it('are an empty list if there are none', () => {
    expect(readAudit('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual([]);
  });

  it('are a line each, from the package that has it', () => {
    const advisory = {
      title: 'Reads too much',
      severity: 'high',
      url: 'https://example.com/1',
      range: '<2.0.0',
    };
    const vulnerabilities = {
      deep: { name: 'deep', via: [advisory] },
      upper: { name: 'upper', via: ['deep'] },
    };
    expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual([
      'deep <2.0.0 (high): Reads too much. https://example.com/1',
    ]);
  });

  it.each(['', 'not found', '{"message":"405 Method Not Allowed","statusCode":405}'])(
    'is not known from %j',
    (answer) => {
      expect(readAudit(answer)).toBeNull();
    },
  );
});
