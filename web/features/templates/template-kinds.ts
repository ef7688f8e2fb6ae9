import type { TemplateType } from '../../../contract/templates.ts';

/** A list of templates with a screen of its own. */
export interface TemplateKind {
  templateType: Exclude<TemplateType, 'onboardingTemplate'>;
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
} as const satisfies Record<string, TemplateKind>;
