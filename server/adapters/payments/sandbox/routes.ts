import type { FastifyInstance } from 'fastify';
import { SandboxCardInput, SandboxClockInput } from '../../../../contract/sandbox.ts';
import { invalidField } from '../../../failure.ts';
import type { SandboxGateway } from './sandbox.ts';

const DAY_MS = 86_400_000;

/** The card form and the clock of local mode (contract/sandbox.ts). Only mounted there: it needs no sign-in. */
export function sandboxRoutes(app: FastifyInstance, { sandbox }: { sandbox: SandboxGateway }): void {
  app.post('/sandbox/cards', async (request, reply) => {
    const { name, number, expiry } = SandboxCardInput.parse(request.body);
    const [, month = '', year = ''] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry) ?? [];
    if (month === '') throw invalidField('expiry', 'Expiration date must be 4 digits');
    const token = await sandbox.issueCard({
      name,
      number: number.replace(/[ -]/g, ''),
      expMonth: Number(month),
      expYear: 2000 + Number(year),
    });
    if (token === null)
      throw invalidField(
        'number',
        'This is the sandbox, so nothing is charged. Use 4242 4242 4242 4242, and never a real card.',
      );
    return reply.status(201).send(token);
  });

  app.post('/sandbox/clock', async (request) => {
    const { days } = SandboxClockInput.parse(request.body);
    return { now: (await sandbox.advance(days * DAY_MS)).toISOString() };
  });
}
