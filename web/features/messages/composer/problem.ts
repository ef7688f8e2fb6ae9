import { type MergeAttribute, mergeAttributes } from '../../../../contract/merge-attributes.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { listed } from '../../../lib/words.ts';

/** Why a text came back, and what to do about it. */
export interface Problem {
  sentence: string;
  /** It can go out without its template. */
  isTemplateGone: boolean;
}

export function problemOf({ code, message, details, fields }: ApiError): Problem {
  const [gone] = fields.templateId ?? [];
  return {
    sentence: gone ?? sentenceOf(code, details?.attributes ?? []) ?? message,
    isTemplateGone: gone !== undefined,
  };
}

function sentenceOf(code: ApiError['code'], attributes: string[]): string | null {
  if (attributes.length === 0) return null;
  const it = attributes.length === 1 ? 'it' : 'them';
  if (code === 'missing_attributes') {
    const labels = attributes.map(
      (name) => mergeAttributes[name as MergeAttribute]?.label.toLowerCase() ?? name,
    );
    return `We can't fill in the ${listed(labels)}. Write ${it} yourself or remove ${it}, then send.`;
  }
  const sources = listed(attributes.map((name) => `{{${name}}}`));
  return `${sources} ${attributes.length === 1 ? "isn't a merge attribute" : "aren't merge attributes"}. Remove ${it}, then send.`;
}
