import type * as routes from './routes.ts';

export const API_BASE = '/v1';

/** Of one row of the table. */
export type RouteName = keyof typeof routes;
