import type { DraftTone } from '../../../contract/drafts.ts';

export const TONES: Record<DraftTone, string> = {
  formal: 'Formal',
  casual: 'Casual',
  friendly: 'Friendly',
};
