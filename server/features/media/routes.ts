import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Api, presented } from '../../http/mount.ts';
import { readFile } from '../../http/read-file.ts';
import { readRange } from './byte-range.ts';
import { dispositionOf } from './content-type.ts';
import { findMedia } from './store.ts';
import { upload } from './upload.ts';
import { mayReadMedia, mediaKey } from './urls.ts';

const Params = z.object({ accountId: z.uuid(), id: z.uuid() });
const Query = z.object({ until: z.string().regex(/^\d{1,12}$/), signature: z.string().max(100) });

/** Safari plays only what it can request in parts, and no browser can seek without that. */
const PLAYED = /^(audio|video)\//;

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
    if (media?.status !== 'stored' || media.bytes === null) throw new Failure('not_found');
    const isPlayed = PLAYED.test(media.contentType);
    const range = isPlayed ? readRange(request.headers.range, media.bytes) : null;
    if (range === 'unsatisfiable')
      return reply
        .status(416)
        .header('accept-ranges', 'bytes')
        .header('content-range', `bytes */${media.bytes}`)
        .send();
    const content = await deps.mediaStore.get(
      mediaKey(params.data.accountId, media.contentId),
      range ?? undefined,
    );
    if (content === null) throw new Failure('not_found');
    if (isPlayed) reply.header('accept-ranges', 'bytes');
    if (range !== null)
      reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${media.bytes}`);
    return reply
      .header('content-type', media.contentType)
      .header('content-disposition', dispositionOf(media.contentType))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, max-age=86400, immutable')
      .header('content-length', content.bytes)
      .send(content.stream);
  });
}
