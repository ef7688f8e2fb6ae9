import { paths } from '../../paths.ts';
import { templateKinds } from './template-kinds.ts';
import { TemplatesPage } from './templates-page.tsx';

export const TemplatesScreen = () => <TemplatesPage kind={templateKinds.template} path={paths.templates} />;

export const TeamTemplatesScreen = () => (
  <TemplatesPage kind={templateKinds.teamTemplate} path={paths.teamTemplates} />
);

export const HiringManagerTemplatesScreen = () => (
  <TemplatesPage kind={templateKinds.hiringManagerTemplate} path={paths.hiringManagerTemplates} />
);

export const OnboardingTemplatesScreen = () => (
  <TemplatesPage kind={templateKinds.onboardingTemplate} path={paths.onboardingTemplates} />
);
