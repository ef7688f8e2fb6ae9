import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Api, presented } from '../../http/mount.ts';
import { readFile } from '../../http/read-file.ts';
import { readRange } from './byte-range.ts';
import { findMedia } from './store.ts';
import { upload } from './upload.ts';
import { mayReadMedia, mediaKey } from './urls.ts';

const Params = z.object({ accountId: z.uuid(), id: z.uuid() });
const Query = z.object({ until: z.string().regex(/^\d{1,12}$/), signature: z.string().max(100) });

/** Shown in the page; everything else is offered as a download, so that nothing a candidate sends runs in our origin. */
const SHOWN_INLINE = /^(image\/(jpeg|png|gif|webp)|video\/mp4|video\/3gpp|audio\/(mpeg|amr|wav))$/;

/** Safari plays nothing that it can't ask for in parts, and no browser jumps within it. */
const PLAYED = /^(audio|video)\//;

/** Where the type doesn't end as its files do. */
const ENDINGS: Record<string, string> = { 'text/vcard': 'vcf', 'audio/mpeg': 'mp3', 'video/3gpp': '3gp' };

/** What a sender called it stays with the sender. */
function dispositionOf(contentType: string): string {
  const ending = ENDINGS[contentType] ?? contentType.split('/')[1];
  return `${SHOWN_INLINE.test(contentType) ? 'inline' : 'attachment'}; filename="attachment.${ending}"`;
}

export function mediaRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  api.raw(routes.uploadMedia, async ({ session, request, reply }) => {
    const stored = await upload(deps, session, await readFile(request));
    return reply.status(201).send(presented(routes.uploadMedia, stored));
  });

  app.get('/media/:accountId/:id', async (request, reply) => {
    const params = Params.safeParse(request.params);
    const query = Query.safeParse(request.query);
    if (!params.success || !query.success || !mayReadMedia(deps, { ...params.data, ...query.data }))
      throw new Failure('not_found');
    const media = await findMedia(deps.db, params.data.accountId, params.data.id);
    const bytes =
      media?.status === 'stored'
        ? await deps.mediaStore.get(mediaKey(params.data.accountId, params.data.id))
        : null;
    if (!media || bytes === null) throw new Failure('not_found');
    const isPlayed = PLAYED.test(media.contentType);
    const range = isPlayed ? readRange(request.headers.range, bytes.length) : null;
    if (isPlayed) reply.header('accept-ranges', 'bytes');
    if (range === 'unsatisfiable')
      return reply.status(416).header('content-range', `bytes */${bytes.length}`).send();
    if (range !== null)
      reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
    return reply
      .header('content-type', media.contentType)
      .header('content-disposition', dispositionOf(media.contentType))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(range === null ? bytes : bytes.subarray(range.start, range.end + 1));
  });
}
