import {
  MERGE_ATTRIBUTES,
  type MergeAttribute,
  mergeAttributes,
} from '../../../contract/merge-attributes.ts';
import { parseTemplate, type Token } from '../../../contract/render-template.ts';

export type AttributeToken = Extract<Token, { kind: 'attribute' }>;

export const labelOf = (attribute: MergeAttribute): string => mergeAttributes[attribute].label;

/** As people read it: First name, or “there”. */
export const nameOf = ({ attribute, fallback }: Pick<AttributeToken, 'attribute' | 'fallback'>): string =>
  fallback === null ? labelOf(attribute) : `${labelOf(attribute)}, or “${fallback}”`;

/** As a body has it. Braces would end it, and a line break would keep it from being one. */
export function sourceOf(attribute: MergeAttribute, fallback: string): string {
  const words = fallback.replace(/[{}\n\r]/g, '');
  return words.trim() === '' ? `{{${attribute}}}` : `{{${attribute}|${words}}}`;
}

/** A body in plain words, for where nothing can be marked. */
export const inWords = (body: string): string =>
  parseTemplate(body)
    .map((token) =>
      token.kind === 'text' ? token.text : token.kind === 'attribute' ? `[${nameOf(token)}]` : token.source,
    )
    .join('');

const sources: Record<(typeof mergeAttributes)[MergeAttribute]['source'], string> = {
  candidate: 'Candidate',
  sender: 'You',
  account: 'Company',
  interview: 'Interview',
  onboarding: 'Onboarding',
  calendar: 'Calendar',
};

/** All of them, by what they are about. */
export const attributeGroups = Object.entries(sources).map(([source, label]) => ({
  label,
  attributes: MERGE_ATTRIBUTES.filter((attribute) => mergeAttributes[attribute].source === source),
}));
