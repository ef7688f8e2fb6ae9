import type { TemplateType } from '../../../contract/templates.ts';

/** A list of templates with its own screen. */
export interface TemplateKind {
  templateType: TemplateType;
  title: string;
  lead: string;
  /** Where there is none yet. */
  empty: string;
}

export const templateKinds = {
  template: {
    templateType: 'template',
    title: 'Templates',
    lead: 'Only you see these. Type / in a text to insert one.',
    empty: 'Write a text once, then insert it with two keys whenever you need it.',
  },
  teamTemplate: {
    templateType: 'teamTemplate',
    title: 'Team templates',
    lead: 'Admins write these, everyone at your company can insert them.',
    empty: 'Templates that admins write here can be inserted by everyone at your company.',
  },
  hiringManagerTemplate: {
    templateType: 'hiringManagerTemplate',
    title: 'Hiring manager templates',
    lead: 'Recruiters write these for hiring managers.',
    empty: 'Give hiring managers the right words. They find them by typing / in a text.',
  },
  onboardingTemplate: {
    templateType: 'onboardingTemplate',
    title: 'Onboarding templates',
    lead: 'Recruiters write these. Under Automations, start an onboarding message from one.',
    empty: 'Write a text for new hires once, then start your onboarding messages from it.',
  },
} as const satisfies Record<string, TemplateKind>;
