import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportManifest } from '../contract/account-exports.ts';
import { onlyPrimary } from '../server/db/replicas.ts';
import { readEnv } from '../server/env.ts';
import { closeAll, collect } from '../server/features/exports/collect.ts';
import { pack } from '../server/features/exports/pack.ts';
import { chooseMediaStore } from '../server/vendors/media-stores.ts';
import { accountOperand, findAccount } from './accounts.ts';
import { type Command, Problem, WrongUse } from './command.ts';
import { withDatabase } from './with-database.ts';

export const exportAccount: Command = {
  name: 'export-account',
  operands: [accountOperand],
  summary: "Write a ZIP with everything in an account, as its admins get it from the account's settings.",
  details: [
    'Name it by its ID or by the email of one of its people. The file is of one moment; the server goes on meanwhile.',
    "It isn't encrypted: keep it where only the account's people can read it.",
  ],
  options: {
    to: { type: 'string', help: 'The file to write. It must not exist yet.' },
    'without-texts': { type: 'boolean', help: 'Leave out what people wrote, and media.' },
  },
  codes: { 0: 'It was written.', 1: "There is no such account, or it couldn't be written." },
  run: (operator, { to, 'without-texts': withoutTexts }, [named]) => {
    if (typeof to !== 'string' || to === '') throw new WrongUse('Add --to with the file to write.');
    return withDatabase(operator, async ({ db }) => {
      const { id: accountId, name } = await findAccount(db, named);
      const env = readEnv(operator.variables, operator.checkout);
      const mediaStore = await chooseMediaStore(env.media, env.dataDir);
      const which = { accountId, withTexts: withoutTexts !== true };
      const collected = await collect({ replicas: onlyPrimary(db) }, which, async () => {});
      let manifest: ExportManifest | null = null;
      try {
        const zip = pack({ mediaStore }, { accountId, createdAt: operator.clock() }, collected, {
          media: async () => {},
          manifest: (written) => {
            manifest = written;
          },
        });
        await writeWhole(to, zip);
      } finally {
        await closeAll(collected.files);
        await mediaStore.close();
      }
      return {
        code: 0,
        json: { ok: true, file: to, manifest },
        text: `Wrote ${name} (${accountId}) to ${to}.`,
      };
    });
  },
};

/** Under its name once it's whole. For its owner's eyes only. */
async function writeWhole(to: string, content: AsyncIterable<Buffer>): Promise<void> {
  const draft = `${to}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
    // Fails where there is a file already.
    await link(draft, to);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(
      code === 'EEXIST'
        ? `${to} exists already. Name another file.`
        : `${to} can't be written (${code}). Name a file in a folder that you can write to.`,
    );
  } finally {
    await rm(draft, { force: true });
  }
}
