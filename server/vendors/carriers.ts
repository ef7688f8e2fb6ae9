import type pg from 'pg';
import type { Logger } from 'pino';
import type { Carrier } from '../adapters/carrier/port.ts';
import { createSimulatorCarrier, type SimulatorCarrier } from '../adapters/carrier/simulator/simulator.ts';
import { createTelnyxCarrier } from '../adapters/carrier/telnyx/telnyx.ts';
import { createTwilioCarrier } from '../adapters/carrier/twilio/twilio.ts';
import type { Registrar } from '../adapters/registration/port.ts';
import { createSimulatorRegistrar } from '../adapters/registration/simulator/simulator.ts';
import { createTelnyxRegistrar } from '../adapters/registration/telnyx/telnyx.ts';
import { createTwilioRegistrar } from '../adapters/registration/twilio/twilio.ts';
import type { CarrierSettings } from '../env/vendors.ts';
import type { Env } from '../env.ts';
import { registrationWebhookPath } from '../features/registration/webhook.ts';

interface ChosenCarrier {
  carrier: Carrier;
  /** Set when it is the simulated one: its network has to be run, and its phones shown. */
  simulator: SimulatorCarrier | null;
}

/** The one place that knows all vendors. */
export function chooseCarrier(
  settings: CarrierSettings,
  deps: {
    pool: pg.Pool;
    publicUrl: string;
    webhookSecret: string;
    segmentsPerSecond: number | null;
    clock: () => Date;
    log: Logger;
  },
): ChosenCarrier {
  switch (settings.vendor) {
    case 'twilio': {
      const { accountSid, authToken, apiBaseUrl } = settings;
      const carrier = createTwilioCarrier({
        accountSid,
        authToken,
        ...optionsOf(apiBaseUrl, deps.segmentsPerSecond),
      });
      return { carrier, simulator: null };
    }
    case 'telnyx': {
      const { apiKey, publicKey, apiBaseUrl } = settings;
      const carrier = createTelnyxCarrier({
        apiKey,
        publicKey,
        ...optionsOf(apiBaseUrl, deps.segmentsPerSecond),
      });
      return { carrier, simulator: null };
    }
    case 'simulator': {
      const simulator = createSimulatorCarrier(deps);
      return { carrier: simulator, simulator };
    }
  }
}

/** The registrar of the carrier; null where texts need no registration. */
export function chooseRegistrar(
  { carrier: settings, registration, publicUrl }: Pick<Env, 'carrier' | 'registration' | 'publicUrl'>,
  deps: { pool: pg.Pool; clock: () => Date },
): Registrar | null {
  if (registration === 'off') return null;
  switch (settings.vendor) {
    case 'twilio': {
      const { accountSid, authToken, primaryProfileSid = '', apiBaseUrl } = settings;
      return createTwilioRegistrar({
        accountSid,
        authToken,
        primaryProfileSid,
        ...(apiBaseUrl === undefined ? {} : { apiBaseUrl }),
      });
    }
    case 'telnyx': {
      const { apiKey, apiBaseUrl } = settings;
      return createTelnyxRegistrar({
        apiKey,
        webhookUrl: publicUrl + registrationWebhookPath('telnyx'),
        ...(apiBaseUrl === undefined ? {} : { apiBaseUrl }),
      });
    }
    case 'simulator':
      return createSimulatorRegistrar(deps);
  }
}

/** Behind another address there is no carrier whose pace would have to be kept. */
const FAKE_SEGMENTS_PER_SECOND = 100;

function optionsOf(apiBaseUrl: string | undefined, segmentsPerSecond: number | null) {
  const pace = segmentsPerSecond ?? (apiBaseUrl === undefined ? null : FAKE_SEGMENTS_PER_SECOND);
  return {
    ...(apiBaseUrl === undefined ? {} : { apiBaseUrl }),
    ...(pace === null ? {} : { segmentsPerSecond: pace }),
  };
}
