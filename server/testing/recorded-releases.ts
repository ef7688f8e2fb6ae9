import { join } from 'node:path';

/** Backups of releases, one for each, with a company of fiction. So the keys are no secrets. */
export const RECORDED = join(import.meta.dirname, 'recorded-releases');
export const recordedFile = (version: string) => join(RECORDED, `${version}.backup`);
export const RECORDED_KEY = 'a key for releases that are recorded';
export const RECORDED_SECRET = 'a secret that is long enough for tests';
