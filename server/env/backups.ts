import { resolve } from 'node:path';
import type { Variables } from './variables.ts';

export type BackupPlaceSettings =
  | { type: 'folder'; folder: string }
  | {
      type: 's3';
      endpoint: string;
      bucket: string;
      /** Ends with a slash, or is empty. */
      prefix: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export interface BackupSettings {
  place: BackupPlaceSettings;
  key: string;
  everyHours: number;
  keep: number;
}

export function readBackups(
  variables: Variables,
  checkout: string,
  sentences: string[],
): BackupSettings | null {
  const { BACKUP_TO: to, BACKUP_KEY: key, SECRET_KEY, SECRET_KEY_FALLBACK } = variables;
  if (to === undefined) return null;
  if (key === undefined)
    sentences.push(
      'BACKUP_KEY is missing. Set it to 32 or more random characters, and keep it elsewhere too.',
    );
  else if (key === SECRET_KEY || key === SECRET_KEY_FALLBACK)
    sentences.push(
      'BACKUP_KEY is the same as SECRET_KEY. Set it to other characters: who gets the one must not have the other.',
    );
  const place = readPlace(to, variables, checkout, sentences);
  if (key === undefined || place === null) return null;
  return { place, key, everyHours: variables.BACKUP_EVERY_HOURS, keep: variables.BACKUP_KEEP };
}

function readPlace(
  to: string,
  variables: Variables,
  checkout: string,
  sentences: string[],
): BackupPlaceSettings | null {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? [];
  if (bucket === undefined) {
    if (!to.includes('://')) return { type: 'folder', folder: resolve(checkout, to) };
    sentences.push("BACKUP_TO isn't valid. Use a folder, or s3://bucket/folder.");
    return null;
  }
  const names = [
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_REGION',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ] as const;
  const missing = names.filter((name) => variables[name] === undefined);
  if (missing.length > 0) {
    sentences.push(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. BACKUP_TO=s3:// needs all four.`,
    );
    return null;
  }
  const [endpoint = '', region = '', accessKeyId = '', secretAccessKey = ''] = names.map(
    (name) => variables[name],
  );
  const prefix = path === '' ? '' : `${path.replace(/\/+$/, '')}/`;
  return { type: 's3', bucket, prefix, endpoint, region, accessKeyId, secretAccessKey };
}
