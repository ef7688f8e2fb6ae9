import { z } from 'zod';
import { Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { may, Reason } from './call.ts';

export const Maintenance = z.object({
  reason: z.string().describe('What people are shown.'),
  since: Timestamp,
});
export type Maintenance = z.infer<typeof Maintenance>;

const State = z.object({ maintenance: Maintenance.nullable().describe('Null: texts go out as always.') });

export const getMaintenance = route({
  method: 'GET',
  path: '/staff/maintenance',
  summary: 'Get whether texts wait for maintenance.',
  auth: 'session',
  may,
  reply: State,
});

export const startMaintenance = route({
  method: 'POST',
  path: '/staff/maintenance',
  summary: 'Hold all outbound texts of all accounts, or change the reason that people are shown.',
  auth: 'session',
  may,
  body: z.object({ reason: Reason.describe('Everyone is shown it.') }),
  reply: State,
});

export const endMaintenance = route({
  method: 'DELETE',
  path: '/staff/maintenance',
  summary: 'Let outbound texts go out again.',
  auth: 'session',
  may,
  reply: State,
});
