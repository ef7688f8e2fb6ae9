import zapier from 'zapier-platform-core';
import { authentication } from './authentication.js';
import { addCandidate, addTag, sendTemplate } from './creates.js';
import { explainFailure, withToken } from './hiretext.js';
import own from './package.json' with { type: 'json' };
import { interviewConfirmed, newText, optedOut, templates } from './triggers.js';

/** What Zapier runs (`zapier push`). */
export default {
  version: own.version,
  platformVersion: zapier.version,
  authentication,
  beforeRequest: [withToken],
  afterResponse: [explainFailure],
  triggers: {
    new_text: newText,
    opted_out: optedOut,
    interview_confirmed: interviewConfirmed,
    templates,
  },
  creates: { send_template: sendTemplate, add_candidate: addCandidate, add_tag: addTag },
  searches: {},
};
