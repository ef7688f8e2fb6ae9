import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PhoneNumber } from '../../../../contract/primitives.ts';
import {
  SimulatedCallAction,
  SimulatedCallInput,
  SimulatedMessageInput,
  SimulatedNetwork,
} from '../../../../contract/simulator.ts';
import { Failure, invalidField } from '../../../failure.ts';
import { LivePages } from './live-page.ts';
import { isOnThisMachine, LARGEST_MEDIA_BYTES, MEDIA_PATH, mediaIdOf } from './media.ts';
import type { SimulatorCarrier } from './simulator.ts';

/** What phones send; more than the app accepts, so that its refusals can be seen. Nothing that browsers would run. */
const MEDIA_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/heic',
  'video/mp4',
  'audio/mpeg',
  'audio/wav',
  'application/pdf',
];

/** The candidate's phone of local mode. Only mounted there: it needs no sign-in. */
export function simulatorRoutes(app: FastifyInstance, { carrier }: { carrier: SimulatorCarrier }): void {
  const { network, media, calls } = carrier;
  const pages = new LivePages(network);
  app.addHook('preClose', async () => pages.close());

  app.get('/simulator/phones', () => network.phones());
  app.get('/simulator/numbers', () => network.businessNumbers());
  app.get('/simulator/events', (_request, reply) => pages.open(reply));

  app.get('/simulator/messages', (request) => {
    const { number } = z.object({ number: PhoneNumber }).parse(request.query);
    return network.messagesOf(number);
  });

  app.post('/simulator/messages', async (request, reply) => {
    const input = SimulatedMessageInput.parse(request.body);
    for (const url of input.mediaUrls) {
      const id = mediaIdOf(url);
      const isStored = id !== null && (await media.read(id)) !== null;
      if (!isStored && !isOnThisMachine(url))
        throw invalidField(
          'mediaUrls',
          'Attach something stored with POST /simulator/media or served by this machine',
        );
    }
    const message = await network.receive(input);
    if (message === null) throw invalidField('to', 'No one has this number');
    return reply.status(201).send(message);
  });

  app.get('/simulator/calls', (request) => {
    const { number } = z.object({ number: PhoneNumber }).parse(request.query);
    return calls.of(number);
  });
  app.post('/simulator/calls', async (request, reply) => {
    const call = await calls.place(SimulatedCallInput.parse(request.body));
    if (call === null) throw invalidField('to', 'No one has this number');
    return reply.status(201).send(call);
  });
  app.post('/simulator/calls/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const action = SimulatedCallAction.parse(request.body);
    if (action.action === 'leaveMessage' && mediaIdOf(action.mediaUrl) === null)
      throw invalidField('mediaUrl', 'Use something stored with POST /simulator/media');
    const call = await calls.act(id, action);
    if (call === undefined) throw new Failure('not_found');
    if (call === null) throw invalidField('action', "It's too late for that in this call");
    return call;
  });

  app.get('/simulator/ownershipCodes', () => carrier.ownershipCodes());

  app.get('/simulator/network', async () => SimulatedNetwork.parse(await network.behavior()));
  app.put('/simulator/network', async (request) =>
    SimulatedNetwork.parse(await network.behave(SimulatedNetwork.parse(request.body))),
  );

  app.register(async (scope) => {
    scope.addContentTypeParser(
      MEDIA_TYPES,
      { parseAs: 'buffer', bodyLimit: LARGEST_MEDIA_BYTES },
      async (_request: unknown, bytes: Buffer) => bytes,
    );
    scope.post('/simulator/media', { bodyLimit: LARGEST_MEDIA_BYTES }, async (request, reply) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw new Failure('unsupported_media_type');
      if (bytes.length === 0) throw invalidField('body', 'The file is empty');
      const contentType = request.headers['content-type'] ?? '';
      return reply.status(201).send({ url: await media.store({ contentType, bytes }) });
    });
  });

  app.get(`${MEDIA_PATH}:id`, async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const isId = mediaIdOf(`http://localhost${MEDIA_PATH}${id}`) !== null;
    const found = isId ? await media.read(id) : null;
    if (found === null) throw new Failure('not_found');
    return reply
      .type(found.contentType)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=3600')
      .send(found.bytes);
  });
}
