/*
 * npm run sbom [FILE]: which packages ship, with their licenses and hashes, as CycloneDX, to a file or the screen.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, command, Stop } from './checkout.js';
import { npm } from './install.js';

/** From the LICENSE file, if the package itself doesn't name one. */
export const FROM_THE_FILE = { 'png-js': 'MIT' };

/** Of all that the lock file doesn't mark as tools. npm's own `--omit=dev` leaves out what tools need too, such as zod. */
export function makeSbom() {
  const read = (path) => JSON.parse(readFileSync(join(checkout, path), 'utf8'));
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const { status, stdout, stderr } = npm(args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Stop(`npm couldn't make it: ${stderr}`);
  const sbom = JSON.parse(stdout);
  // npm takes it from the folder.
  sbom.metadata.component.name = read('package.json').name;
  const ships = new Set([sbom.metadata.component['bom-ref']]);
  for (const [path, { dev, version }] of Object.entries(read('package-lock.json').packages))
    if (path !== '' && !dev) ships.add(`${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`);
  sbom.components = sbom.components.filter((component) => ships.has(component['bom-ref']));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => ships.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => ships.has(other)) }));
  for (const component of sbom.components) {
    const id = FROM_THE_FILE[component.name];
    if (component.licenses === undefined && id !== undefined) component.licenses = [{ license: { id } }];
  }
  return sbom;
}

if (import.meta.main)
  await command(() => {
    const text = `${JSON.stringify(makeSbom(), null, 2)}\n`;
    const [file] = process.argv.slice(2);
    if (file === undefined) process.stdout.write(text);
    else writeFileSync(file, text);
    return 0;
  });
