/** The dates on which calls or replies changed so that programs would notice, newest first. A key is made with the newest. */
export const VERSIONS = ['2026-11-27'] as const;
export const NEWEST_VERSION = VERSIONS[0];
