import { routes } from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';

export function usageRoutes(api: Api, _deps: Deps): void {
  api.on(routes.getUsage, async () => []);
}
