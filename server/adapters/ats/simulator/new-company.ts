import type { Hiring } from '../fakes/hiring.ts';

/* Who works and applies at the simulated company. Names are invented, and the numbers are 555-01xx, which no one has. */

const JOBS = ['Night-shift nurse', 'Physical therapist', 'Front desk coordinator'] as const;

/** By job, and how many stages they have passed. */
const PEOPLE: readonly [first: string, last: string, areaCode: string, job: number, passed: number][] = [
  ['Delia', 'Marchetti', '541', 0, 1],
  ['Owen', 'Tallis', '360', 0, 0],
  ['Priya', 'Raman', '509', 0, 2],
  ['Marcus', 'Feld', '208', 1, 0],
  ['Ingrid', 'Osei', '406', 1, 1],
  ['Tomás', 'Vega', '775', 1, 0],
  ['Renee', 'Whitlock', '928', 2, 0],
  ['Kofi', 'Mensah', '385', 2, 1],
];

export const INTERVIEWER = { name: 'Jo Abara', email: 'jo.abara@larkspur.example' };

/** The first people who apply, of whom the texting side knows none. */
export function fillCompany(hiring: Hiring): void {
  const jobs = JOBS.map((name) => hiring.addJob({ name }));
  for (const [index, [firstName, lastName, areaCode, ofJob, passed]] of PEOPLE.entries()) {
    const job = jobs[ofJob];
    const stage = hiring.stagesOf(job ?? null)[passed];
    if (job === undefined || stage === undefined) throw new Error('There is no such job or stage');
    hiring.addPerson({
      firstName,
      lastName,
      email: `${firstName}.${lastName}@mail.example`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
      phones: [`(${areaCode}) 555-01${61 + index}`],
      job: { externalId: job.id, stages: [] },
      stage: stage.id,
    });
  }
}
