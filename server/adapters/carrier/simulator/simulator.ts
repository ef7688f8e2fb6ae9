import type pg from 'pg';
import type { Logger } from 'pino';
import type { SimulatedOwnershipCode } from '../../../../contract/simulator.ts';
import type { Carrier, DownloadedMedia } from '../port.ts';
import { readCall } from './call-webhook.ts';
import { SimulatedCalls } from './calls.ts';
import { createSimulatorLandlines, listOwnershipCodes } from './landlines.ts';
import { downloadMedia, forgetMedia, LARGEST_MEDIA_BYTES, readMedia, storeMedia } from './media.ts';
import { SimulatorNetwork } from './network.ts';
import {
  buyNumber,
  configureWebhooks,
  findNumbers,
  findNumbersNear,
  findOwnedNumber,
  releaseNumber,
} from './numbers.ts';
import { findSent, send } from './send.ts';
import { readWebhook } from './webhook.ts';

/** The carrier of local mode. It reaches no real people; candidates answer from the phone at /simulator. */
export interface SimulatorCarrier extends Carrier {
  readonly network: SimulatorNetwork;
  readonly calls: SimulatedCalls;
  /** The codes sent to companies' phones, to prove whose they are. */
  ownershipCodes(): Promise<SimulatedOwnershipCode[]>;
  readonly media: {
    /** Returns the address. */
    store(media: DownloadedMedia): Promise<string>;
    read(id: string): Promise<DownloadedMedia | null>;
  };
}

export function createSimulatorCarrier(options: {
  pool: pg.Pool;
  /** Without a trailing slash. */
  publicUrl: string;
  webhookSecret: string;
  clock: () => Date;
  log: Logger;
  linkDelayMs?: number;
  timeoutMs?: number;
}): SimulatorCarrier {
  const network = new SimulatorNetwork(options);
  const deps = {
    ...options,
    linkDelayMs: options.linkDelayMs ?? 2000,
    timeoutMs: options.timeoutMs ?? 15_000,
    readBehavior: () => network.behavior(),
    wake: () => network.wake(),
  };
  return {
    name: 'simulator',
    reachesPeople: false,
    network,
    calls: new SimulatedCalls(deps),
    landline: createSimulatorLandlines(deps),
    ownershipCodes: () => listOwnershipCodes(deps),
    media: {
      store: (media) => storeMedia(deps, media),
      read: (id) => readMedia(deps, id, LARGEST_MEDIA_BYTES),
    },
    answersKeyword: () => false,
    segmentsPerSecond: 200,
    // A text is on disk before its sender hears of it; only a statement that outlived its sender can be later.
    provesAbsenceAfterMs: 5000,
    acknowledgement: { contentType: 'application/json; charset=utf-8', body: '{}' },
    findNumbers: (search) => findNumbers(deps, search),
    findNumbersNear: (search) => findNumbersNear(deps, search),
    buyNumber: (order) => buyNumber(deps, order),
    findOwnedNumber: (phoneNumber) => findOwnedNumber(deps, phoneNumber),
    releaseNumber: (carrierNumberId) => releaseNumber(deps, carrierNumberId),
    configureWebhooks: (carrierNumberId, webhooks) => configureWebhooks(deps, carrierNumberId, webhooks),
    readCall: (point, request, now) => readCall(deps.webhookSecret, point, request, now),
    answerCall: (step) => ({
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(step ?? {}),
    }),
    send: (request) => send(deps, request),
    findSent: (query) => findSent(deps.pool, query),
    readWebhook: (kind, request, now) => readWebhook(deps.webhookSecret, kind, request, now),
    downloadMedia: (url, maxBytes) => downloadMedia(deps, url, maxBytes),
    forgetRecording: (url) => forgetMedia(deps, url),
  };
}
