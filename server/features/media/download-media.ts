import { sql } from 'kysely';
import { z } from 'zod';
import { MAX_MEDIA_BYTES, receivableTypes } from '../../../contract/media.ts';
import { MediaRefused } from '../../adapters/carrier/port.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../jobs/job.ts';
import { publish } from '../../live/publish.ts';
import { contentTypeOf } from './content-type.ts';
import { findMedia, listMediaOf, settleMedia } from './store.ts';
import { mediaKey } from './urls.ts';

/** Fetches a picture of an inbound text from the carrier, who keeps it for a while only. */
export const downloadMedia = jobKind({
  name: 'downloadMedia',
  payload: z.object({ accountId: z.uuid(), mediaId: z.uuid() }),
  maxAttempts: 12,
});

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
  // A throw is a passing fault, and the job comes back; what is too large or of a wrong type stays so.
  const downloaded = await deps.carrier
    .downloadMedia(media.carrierUrl, MAX_MEDIA_BYTES)
    .catch((error: unknown) => {
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
    const message = await sql<{ conversationId: string }>`
      select conversation_id as "conversationId" from messages where account_id = ${accountId} and id = ${media.messageId}`.execute(
      tx,
    );
    const conversationId = message.rows[0]?.conversationId;
    if (conversationId && media.messageId)
      await publish(tx, [
        { accountId, kind: 'message.updated', subjectId: conversationId, messageId: media.messageId },
      ]);
  });
  deps.signals.raise('live_events');
}
