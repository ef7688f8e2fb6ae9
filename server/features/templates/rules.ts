import { MIN_SENT_FOR_RATE, type Template, type TemplateType } from '../../../contract/templates.ts';
import type { Session } from '../../http/session.ts';

type Viewer = Pick<Session, 'userId' | 'userType' | 'seatRole'>;

/** Templates in one order. Everyone's own have an owner, the account's have none. */
export interface TemplateList {
  templateType: TemplateType;
  ownerId: string | null;
}

export function listOf(person: Viewer, templateType: TemplateType): TemplateList {
  return { templateType, ownerId: templateType === 'template' ? person.userId : null };
}

export function mayRead(person: Viewer, { templateType, ownerId }: TemplateList): boolean {
  if (templateType === 'template') return ownerId === person.userId;
  return templateType === 'onboardingTemplate' ? isRecruiter(person) : true;
}

export function mayEdit(person: Viewer, { templateType, ownerId }: TemplateList): boolean {
  if (templateType === 'teamTemplate') return person.userType === 'admin';
  return isRecruiter(person) && (templateType !== 'template' || ownerId === person.userId);
}

/** As for a row of the route table that asks for a recruiter seat. */
function isRecruiter(person: Viewer): boolean {
  return person.seatRole === 'recruiter' || person.userType === 'admin';
}

/** The kinds that a person finds in the composer. */
export function insertableTypes(person: Viewer): TemplateType[] {
  return person.seatRole === 'hiringManager'
    ? ['template', 'teamTemplate', 'hiringManagerTemplate']
    : ['template', 'teamTemplate'];
}

/** What the company shares is named in its log. */
export function isShared({ templateType }: Pick<TemplateList, 'templateType'>): boolean {
  return templateType !== 'template';
}

export function usageOf({ sent, answered }: { sent: number; answered: number }): Template['usage'] {
  return { sent, answered, replyRate: sent < MIN_SENT_FOR_RATE ? null : answered / sent };
}
