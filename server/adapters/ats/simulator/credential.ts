import { SIMULATED_CLIENT_ID } from '../../../../contract/simulator.ts';

/** What connects to the simulated Greenhouse of local mode. It opens nothing else, so it needn't be a secret. */
export const SIMULATED_CREDENTIAL = {
  clientId: SIMULATED_CLIENT_ID,
  clientSecret: 'only-for-the-simulated-greenhouse',
};

export const SIMULATED_PATH = '/simulator/greenhouse';

/** In place of the vendor's hosts. `localUrl` is this server's own address. */
export const simulatedAddress = (localUrl: string) => localUrl + SIMULATED_PATH;
