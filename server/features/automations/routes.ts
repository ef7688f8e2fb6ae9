import { routes } from '../../../contract/routes.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';

export function automationRoutes(api: Api): void {
  api.on(routes.listInterviewReminders, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.listOnboardingMessages, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.listStageMessages, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.enableInterviewReminders, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.disableInterviewReminders, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.enableOnboardingMessages, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.disableOnboardingMessages, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.enableStageMessages, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.disableStageMessages, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.previewAutomation, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.listPlanned, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.changePlanned, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.skipPlanned, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.sendPlannedNow, () => {
    throw new Failure('unavailable');
  });
  api.once(routes.createAutomation, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.updateAutomation, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.deleteAutomation, () => {
    throw new Failure('unavailable');
  });
  api.on(routes.decideBulk, () => {
    throw new Failure('unavailable');
  });
}
