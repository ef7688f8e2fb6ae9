import type { JobStageKind } from '../../../contract/ats.ts';

const KINDS: readonly [RegExp, JobStageKind][] = [
  [/reject|declin|disqualif|not (hired|a fit|selected)|withdr[ae]w|unsuccessful|archived/, 'rejected'],
  [/\bhired?\b|\bplaced\b|onboard/, 'hired'],
  [/offer/, 'offer'],
  [/screen|phone (call|interview)|assessment|review/, 'screen'],
  [/interview|on-?site|trial/, 'interview'],
  [/\blead\b|sourced|prospect/, 'lead'],
  [/appl(y|ied|ication)|\bnew\b|inbox|submitted|submission|received/, 'applied'],
];

/** By its name, for systems that give nothing else about a stage. */
export function stageKindOf(name: string): JobStageKind {
  const found = KINDS.find(([pattern]) => pattern.test(name.toLowerCase()));
  return found?.[1] ?? 'other';
}

/** Of an application in a stage of that kind. */
export function applicationStatusIn(kind: JobStageKind): 'active' | 'hired' | 'rejected' {
  return kind === 'hired' || kind === 'rejected' ? kind : 'active';
}
