import { sql } from 'kysely';
import { z } from 'zod';
import { MAX_MEDIA_BYTES, receivableTypes } from '../../../contract/media.ts';
import { MediaRefused } from '../../adapters/carrier/port.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { contentTypeOf } from './content-type.ts';
import { findMedia, listMediaOf, settleMedia } from './store.ts';
import { mediaKey } from './urls.ts';

/** Fetches a picture of an inbound text from the carrier, which keeps it only for a while. */
export const downloadMedia = jobKind({
  name: 'downloadMedia',
  payload: z.object({ accountId: z.uuid(), mediaId: z.uuid() }),
  maxAttempts: 12,
});

/**
 * A candidate's recording is kept in one place, ours, from which it is erased; a carrier would keep its own copy for good.
 * Pictures it deletes by itself after a while.
 */
export const forgetRecording = jobKind({
  name: 'forgetRecording',
  payload: z.object({ accountId: z.uuid(), carrier: z.string(), url: z.string() }),
  maxAttempts: 12,
});

export async function runForgetRecording(
  deps: Pick<Deps, 'carrier'>,
  { carrier, url }: { carrier: string; url: string },
): Promise<void> {
  // A carrier that is no longer used can't be asked.
  if (carrier === deps.carrier.name) await deps.carrier.forgetRecording(url);
}

/** Calls whose recording was never fetched, and now never will be. */
export async function forgetRecordings(
  tx: Tx,
  { carrier }: Pick<Deps, 'carrier'>,
  recordings: { accountId: string; url: string | null }[],
): Promise<void> {
  await enqueue(
    tx,
    recordings.flatMap(({ accountId, url }) =>
      url === null ? [] : [{ kind: forgetRecording, payload: { accountId, carrier: carrier.name, url } }],
    ),
  );
}

export async function enqueueDownloads(tx: Tx, accountId: string, messageId: string): Promise<void> {
  const media = await listMediaOf(tx, accountId, [messageId]);
  await enqueue(
    tx,
    media.map((item) => ({ kind: downloadMedia, payload: { accountId, mediaId: item.id } })),
  );
}

export async function runDownloadMedia(deps: Deps, accountId: string, mediaId: string): Promise<void> {
  const media = await findMedia(deps.db, accountId, mediaId);
  if (media?.status !== 'pending' || media.carrierUrl === null || media.messageId === null) return;
  const { carrierUrl } = media;
  // A throw is a passing fault, and the job comes back; what is too large or of a wrong type stays so.
  const downloaded = await deps.carrier.downloadMedia(carrierUrl, MAX_MEDIA_BYTES).catch((error: unknown) => {
    if (error instanceof MediaRefused) return null;
    throw error;
  });
  const contentType = downloaded && (await contentTypeOf(downloaded.bytes, downloaded.contentType));
  const isWelcome = contentType !== null && (receivableTypes as readonly string[]).includes(contentType);
  if (downloaded && isWelcome) await deps.mediaStore.put(mediaKey(accountId, mediaId), downloaded.bytes);
  await inTransaction(deps.db, async (tx) => {
    await settleMedia(
      tx,
      accountId,
      mediaId,
      downloaded && isWelcome
        ? { status: 'stored', contentType, bytes: downloaded.bytes.length }
        : { status: 'refused' },
    );
    const message = await sql<{ conversationId: string; isCall: boolean }>`
      select conversation_id as "conversationId", call_outcome is not null as "isCall" from messages where account_id = ${accountId} and id = ${media.messageId}`.execute(
      tx,
    );
    const { conversationId, isCall } = message.rows[0] ?? {};
    if (downloaded && isWelcome && isCall)
      await enqueue(tx, [
        {
          kind: forgetRecording,
          payload: { accountId, carrier: deps.carrier.name, url: carrierUrl },
        },
      ]);
    if (conversationId && media.messageId)
      await publish(tx, [
        { accountId, kind: 'message.updated', subjectId: conversationId, messageId: media.messageId },
      ]);
  });
}
