import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  SimulatedAts,
  SimulatedCredential,
  type SimulatedInterviewInput,
  type SimulatedWebhookInput,
} from '../../../../contract/simulator.ts';
import { ask, json, LOOK_MS } from '../simulator-api.ts';

export type SimulatedPerson = SimulatedAts['people'][number];
export type SimulatedApplication = SimulatedPerson['applications'][number];

/** Notes come in while the screen is open. */
export const companyQuery = () =>
  queryOptions({
    queryKey: ['simulator', 'ats'],
    meta: { quiet: true },
    refetchInterval: LOOK_MS,
    queryFn: ({ signal }) => ask(SimulatedAts, '/ats/company', { signal }),
  });

export const moveThere = (applicationId: string, stageId: string) =>
  ask(SimulatedAts, `/ats/applications/${applicationId}/move`, json('POST', { stageId }));

export const addInterview = (applicationId: string, when: z.input<typeof SimulatedInterviewInput>) =>
  ask(SimulatedAts, `/ats/applications/${applicationId}/interviews`, json('POST', when));

export const cancelInterview = (id: string) =>
  ask(SimulatedAts, `/ats/interviews/${id}`, { method: 'DELETE' });

export const readCredential = () => ask(SimulatedCredential, '/ats/credential');

export const addWebhook = (webhook: z.input<typeof SimulatedWebhookInput>) =>
  ask(z.object({ status: z.literal('ok') }), '/ats/webhooks', json('POST', webhook));
