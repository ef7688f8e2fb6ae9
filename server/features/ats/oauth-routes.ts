import type { FastifyInstance } from 'fastify';
import { AtsType } from '../../../contract/ats.ts';
import type { Deps } from '../../deps.ts';
import { oauthPages } from '../../oauth/pages.ts';
import { originOf } from '../audit/record-audit.ts';
import { callbackPath, comeBack, goToVendor, startPath } from './oauth.ts';

export function oauthRoutes(app: FastifyInstance, deps: Deps): void {
  oauthPages<AtsType>(app, deps, {
    startPath,
    callbackPath,
    vendorOf: (name) => AtsType.safeParse(name).data ?? null,
    parameter: 'atsType',
    goToVendor: (came) => goToVendor(deps, came),
    comeBack: (came, request) => comeBack(deps, came, originOf(request)),
  });
}
