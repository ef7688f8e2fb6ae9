import type { MergeValues } from '../contract/merge-attributes.ts';
import { renderTemplate } from '../contract/render-template.ts';

const TEXTS = 10_000;
/** As in a text that people write, each with its own fallback and value. */
const BODY =
  'Hi {{candidate.firstName|there}}, this is {{recruiter.fullName}} from {{company.name}}. We have an opening for a {{job.title|new colleague}}. Do you have time for a call this week? You can reach me at {{recruiter.phoneNumber}}.';

export interface RenderingResult {
  texts: number;
  ms: number;
}

export function measureRendering(): RenderingResult {
  const start = performance.now();
  for (let text = 0; text < TEXTS; text += 1) {
    const values: MergeValues = {
      'candidate.firstName': text % 3 === 0 ? '' : `Ana ${text}`,
      'recruiter.fullName': 'Ben Okafor',
      'recruiter.phoneNumber': '(415) 555-0199',
      'company.name': 'Quayside Talent',
      'job.title': text % 2 === 0 ? `Nurse ${text}` : null,
    };
    if (!renderTemplate(BODY, values).ok) throw new Error('A value is missing');
  }
  return { texts: TEXTS, ms: performance.now() - start };
}
