import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as routes from './routes.ts';

/** The texts that calls take for candidates, each with a body around it that lets it through. */
const texts: [name: string, schema: z.ZodType, at: string, fills: boolean][] = [
  ['a template', routes.createTemplate.body, 'body', true],
  ['a changed template', routes.updateTemplate.body, 'body', true],
  ['a team template', routes.createTeamTemplate.body, 'body', true],
  ['a changed team template', routes.updateTeamTemplate.body, 'body', true],
  ['an automation', routes.createAutomation.body, 'body', true],
  ['a changed automation', routes.updateAutomation.body, 'body', true],
  ['a planned text', routes.changePlanned.body, 'body', true],
  ['a broadcast', routes.createBroadcast.body, 'body', true],
  ['the test of a broadcast', routes.testBroadcast.body, 'body', true],
  ['the preview of a broadcast', routes.previewBroadcast.body, 'body', true],
  ['a text', routes.sendMessage.body, 'body', true],
  ['a scheduled text', routes.updateMessage.body, 'body', true],
  ['an offer of times', routes.createTimeOffer.body, 'body', true],
  ['the beginning of an offer', routes.createTimeOffer.body, 'intro', true],
  ['the beginning of a preview', routes.previewTimeOffer.query, 'intro', true],
  ['an automatic reply', routes.updateOutOfOffice.body, 'outOfOfficeMessage', false],
  ["a colleague's automatic reply", routes.updateOutOfOfficeByUserId.body, 'outOfOfficeMessage', false],
  ['a proposed text', routes.createProposal.body, 'body', false],
  ['a proposed text in other words', routes.approveProposal.body, 'body', false],
  ['the answer to a keyword', routes.createKeyword.body, 'answer', false],
  ['a changed answer to a keyword', routes.updateKeyword.body, 'answer', false],
  ['the note below drafts', routes.updateAiSettings.body, 'note', false],
];

function issuesOf(schema: z.ZodType, at: string, text: string) {
  const issues = schema.safeParse({ [at]: text }).error?.issues ?? [];
  return issues.filter(({ path }) => path.join('.') === at);
}

describe.each(texts)('%s', (_, schema, at, fills) => {
  it.each([
    ['Hi {{candidate.firstName', 3],
    ['Hi {candidate.firstName}', 3],
    ['{{company.name|{{job.title}}}}', 0],
    ['Hello {{ }}', 6],
    ['Hello }}', 6],
    ['Hi {\u200b{candidate.firstName', 3],
  ])('is refused where it is half-typed: %s', (text, position) => {
    const [issue, ...others] = issuesOf(schema, at, text);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ code: 'custom', params: { position } });
    expect(issue?.message).toContain(`(character ${position + 1})`);
  });

  it('may have other braces, and attributes only if they are filled in', () => {
    expect(issuesOf(schema, at, 'See you :} or { or }')).toEqual([]);
    expect(issuesOf(schema, at, 'Hi {{candidate.firstName|there}}')).toHaveLength(fills ? 0 : 1);
  });

  it('loses invisible characters', () => {
    const field = fieldOf(schema, at);
    expect(field.parse('Hi\u202e \u{e0041}Ana\u2066 👩\u200d⚕\ufe0f שלום')).toBe(
      'Hi Ana 👩\u200d⚕\ufe0f שלום',
    );
  });
});

/** Colleagues read these, and their author. The last comes from a candidate who is played. */
const inside: unknown[] = [
  routes.createNote,
  routes.updateNote,
  routes.saveKeptDraft,
  routes.receiveTestText,
];

it('the table has every text that goes to candidates', () => {
  const named = Object.values(routes).flatMap((row) =>
    !inside.includes(row) && 'body' in row && row.body instanceof z.ZodObject ? textsIn(row.body) : [],
  );
  const listed = texts.map(([, schema, at]) => fieldOf(schema, at));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((field) => !listed.includes(field))).toEqual([]);
});

const isOfTexts = /^(body|intro|outOfOfficeMessage|note|answer)$/;

/** Without what no one types to candidates. */
function textsIn(schema: z.ZodObject): z.ZodType[] {
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    isOfTexts.test(name) ? [unwrapped(field as z.ZodType)] : [],
  );
}

const fieldOf = (schema: z.ZodType, at: string) =>
  unwrapped((schema as z.ZodObject).shape[at] as unknown as z.ZodType);

function unwrapped(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return unwrapped(field.unwrap() as z.ZodType);
  return field;
}
