import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { type Api, presented } from '../../http/mount.ts';
import { readFile } from '../../http/read-file.ts';
import { parsePhone } from '../../phone.ts';
import { actorOf } from '../audit/record-audit.ts';
import { mediaKey } from '../media/urls.ts';
import { mayReadAvatar } from './avatar-address.ts';
import { changeAvatar, replaceAvatar } from './change-avatar.ts';
import { changeMfa } from './change-mfa.ts';
import { AVATAR_TYPE } from './draw-avatar.ts';
import { presentUser } from './present.ts';
import { findUser, updateUser } from './store.ts';

const AvatarParams = z.object({ accountId: z.uuid(), id: z.uuid() });
const AvatarQuery = z.object({ until: z.string().regex(/^\d{1,12}$/), signature: z.string().max(100) });

export function userRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  api.on(routes.getUser, ({ db, session }) => presentUser(db, deps, session));

  api.on(routes.updateUser, async ({ db, session, body, request }) => {
    const phoneNumber = body.phoneNumber && parsePhone(body.phoneNumber);
    if (body.phoneNumber && !phoneNumber) throw invalidField('phoneNumber', 'Must be a valid phone number');
    await inTransaction(db, async (tx) => {
      const before = await findUser(tx, session.accountId, session.userId);
      if (body.avatar === null) await replaceAvatar(tx, session, null);
      await updateUser(tx, session.accountId, session.userId, { ...body, phoneNumber });
      if (body.mfaEnabled !== undefined)
        await changeMfa(tx, deps, actorOf(session, request), { before, to: body.mfaEnabled });
    });
    return presentUser(db, deps, session);
  });

  api.raw(routes.uploadAvatar, async ({ session, request, reply }) => {
    const { bytes } = await readFile(request);
    await changeAvatar(deps, session, bytes);
    return reply.send(presented(routes.uploadAvatar, await presentUser(deps.db, deps, session)));
  });

  api.on(routes.removeAvatar, async ({ db, session }) => {
    await replaceAvatar(db, session, null);
    return presentUser(db, deps, session);
  });

  app.get('/avatars/:accountId/:id', async (request, reply) => {
    const params = AvatarParams.safeParse(request.params);
    const query = AvatarQuery.safeParse(request.query);
    if (!params.success || !query.success || !mayReadAvatar(deps, { ...params.data, ...query.data }))
      throw new Failure('not_found');
    const content = await deps.mediaStore.get(mediaKey(params.data.accountId, params.data.id));
    if (content === null) throw new Failure('not_found');
    return reply
      .header('content-type', AVATAR_TYPE)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, max-age=259200, immutable')
      .header('content-length', content.bytes)
      .send(content.stream);
  });
}
