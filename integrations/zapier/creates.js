import { createHash } from 'node:crypto';
import { ask } from './hiretext.js';

const PHONE = 'With the country code, or as it is written in the United States, e.g. (415) 555-0123.';

/** Without what was left empty. */
const given = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

const TEXT = {
  id: '0199f6a0-0000-7000-8000-000000000005',
  conversationId: '0199f6a0-0000-7000-8000-000000000004',
  status: 'queued',
};
const CANDIDATE = {
  id: '0199f6a0-0000-7000-8000-000000000003',
  firstName: 'Maria',
  lastName: 'Lopez',
  phoneNumber: '+14155550123',
  tags: ['nights'],
};

export const sendTemplate = {
  key: 'send_template',
  noun: 'Text',
  display: {
    label: 'Send Template',
    description: 'Texts a candidate with one of your templates. Opt-outs and texting hours hold as always.',
  },
  operation: {
    inputFields: [
      { key: 'templateId', label: 'Template', required: true, dynamic: 'templates.id.name' },
      { key: 'to', label: 'Phone number', required: true, helpText: PHONE },
      {
        key: 'once',
        label: 'Once per',
        required: true,
        helpText:
          'The ID of what the text is about, e.g. of the row or the event. With the same ID, the same text is sent once, even if Zapier runs the step again.',
      },
    ],
    perform: async (z, { inputData: { templateId, to, once } }) => {
      const all = await ask(z, '/templates/insertable', { params: { limit: 100 } });
      const template = all.find(({ id }) => id === templateId);
      if (template === undefined)
        throw new z.errors.Error('Choose one of the templates in the list.', 'not_found', 404);
      const key = createHash('sha256').update(`${templateId} ${once}`).digest('base64url');
      const mediaIds =
        template.attachments.length === 0
          ? undefined
          : // With a key, so that the text is the same when the step runs again.
            (
              await ask(z, `/templates/${templateId}/copyAttachments`, {
                method: 'POST',
                headers: { 'idempotency-key': `copies-${key}` },
              })
            ).map(({ id }) => id);
      return ask(z, '/messages', {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: given({ to, body: template.body, templateId, mediaIds }),
      });
    },
    sample: TEXT,
  },
};

export const addCandidate = {
  key: 'add_candidate',
  noun: 'Candidate',
  display: {
    label: 'Add Candidate',
    description: 'Adds a candidate. A phone number belongs to one candidate.',
  },
  operation: {
    inputFields: [
      { key: 'firstName', label: 'First name', required: true },
      { key: 'lastName', label: 'Last name' },
      { key: 'phoneNumber', label: 'Phone number', required: true, helpText: PHONE },
      { key: 'email', label: 'Email' },
      { key: 'city', label: 'City' },
      { key: 'jobTitle', label: 'Job title' },
      { key: 'tags', label: 'Tags', list: true },
    ],
    perform: (z, { inputData: { firstName, lastName = '', ...others } }) =>
      ask(z, '/candidates', { method: 'POST', body: { firstName, lastName, ...given(others) } }),
    sample: CANDIDATE,
  },
};

/** Someone may save between our two calls: then once more. */
const TRIES = 3;

export const addTag = {
  key: 'add_tag',
  noun: 'Candidate',
  display: { label: 'Add Tag', description: 'Adds a tag to a candidate. Their other tags stay.' },
  operation: {
    inputFields: [
      {
        key: 'candidateId',
        label: 'Candidate ID',
        required: true,
        helpText: 'From a trigger or from Add Candidate.',
      },
      { key: 'tag', label: 'Tag', required: true },
    ],
    perform: async (z, { inputData: { candidateId, tag } }) => {
      const path = `/candidates/${encodeURIComponent(candidateId)}`;
      for (let left = TRIES; ; left -= 1) {
        const candidate = await ask(z, path);
        const { tags, updatedAt } = candidate;
        if (tags.some((own) => own.toLowerCase() === tag.trim().toLowerCase())) return candidate;
        try {
          return await ask(z, path, { method: 'PUT', body: { tags: [...tags, tag], updatedAt } });
        } catch (error) {
          if (left <= 1 || !String(error.message).includes('candidate_edited')) throw error;
        }
      }
    },
    sample: CANDIDATE,
  },
};
