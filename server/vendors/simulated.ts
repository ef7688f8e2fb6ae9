import type { FastifyInstance } from 'fastify';
import { simulatedAtsRoutes } from '../adapters/ats/simulator/routes.ts';
import { SimulatedGreenhouse } from '../adapters/ats/simulator/simulated-greenhouse.ts';
import { simulatedCalendarRoute } from '../adapters/calendars/simulator/simulated-calendar.ts';
import type { Deps } from '../deps.ts';

/** The vendors of local mode that answer at this server's own address. */
export function simulatedVendorRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'pool' | 'clock' | 'log' | 'publicUrl'>,
): void {
  simulatedAtsRoutes(app, { greenhouse: new SimulatedGreenhouse(deps), publicUrl: deps.publicUrl });
  simulatedCalendarRoute(app);
}
