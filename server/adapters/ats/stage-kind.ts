import type { JobStageKind } from '../../../contract/ats.ts';

const WORDS: [RegExp, JobStageKind][] = [
  [/\b(lead|prospect|sourced)/i, 'lead'],
  [/\b(reject|disqualif|archived)/i, 'rejected'],
  [/\bhired?\b/i, 'hired'],
  [/\boffer/i, 'offer'],
  [/\b(interview|on-?site)/i, 'interview'],
  [/\b(screen|assessment|review|phone)/i, 'screen'],
  [/\b(appl|new\b|inbox)/i, 'applied'],
];

/** By its name, for systems that don't say what a stage is. */
export function stageKindByName(name: string): JobStageKind {
  return WORDS.find(([word]) => word.test(name))?.[1] ?? 'other';
}
