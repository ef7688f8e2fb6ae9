import type { AtsType } from '../../../contract/ats.ts';
import classes from './ats-mark.module.css';

/** Our own letters in our own colors, dark enough for white letters: no system's logo. */
const MARKS: Record<AtsType, [letters: string, color: string]> = {
  greenhouse: ['Gh', '#2b7a4b'],
  greenhouseOnboarding: ['GO', '#55721f'],
  lever: ['Le', '#3b5bdb'],
  ashby: ['As', '#6741d9'],
  bambooHr: ['Ba', '#4f7a12'],
  bullhorn: ['Bu', '#b04a12'],
  smartRecruiters: ['Sr', '#0b7285'],
  workable: ['Wo', '#0c7564'],
  teamtailor: ['Te', '#a61e6b'],
  breezy: ['Br', '#1864ab'],
  jazzHr: ['Ja', '#862e9c'],
};

export function AtsMark({ type }: { type: AtsType }) {
  const [letters, color] = MARKS[type];
  return (
    <span className={classes.mark} style={{ backgroundColor: color }} aria-hidden>
      {letters}
    </span>
  );
}
