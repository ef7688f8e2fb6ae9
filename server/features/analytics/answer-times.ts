import type { AnswerTimes } from '../../../contract/analytics.ts';

/** How many answers took up to so many minutes. */
export interface Step {
  minutes: number;
  answers: number;
}

export function answerTimesOf(steps: Step[]): AnswerTimes {
  const sorted = steps.filter(({ answers }) => answers > 0).sort((a, b) => a.minutes - b.minutes);
  const answers = sorted.reduce((sum, step) => sum + step.answers, 0);
  /** Tenths, since 0.9 isn't exact in floating point. */
  const within = (tenths: number) => {
    let sum = 0;
    return sorted.find((step) => {
      sum += step.answers;
      return sum * 10 >= answers * tenths;
    })?.minutes;
  };
  return { answers, median: within(5) ?? null, p90: within(9) ?? null };
}
