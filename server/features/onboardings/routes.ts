import { routes } from '../../../contract/routes.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';

export function onboardingRoutes(api: Api): void {
  api.on(routes.listOnboardings, () => {
    throw new Failure('unavailable');
  });
  api.once(routes.startOnboarding, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.updateOnboarding, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.endOnboarding, () => {
    throw new Failure('unavailable');
  });
}
