import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { MAX_TEMPLATES_PER_LIST, type Template, type TemplateType } from '../../../contract/templates.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { receiveText, sendText, sentTo, untilStatus } from '../../testing/texting.ts';
import { uploadPicture } from '../../testing/upload-picture.ts';
import { rollUpNow } from '../analytics/figures/roll-up.ts';
import { sweepUploads } from '../media/remove-media.ts';

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
afterAll(() => app.stop());

const fields = { name: 'Hello', body: 'Hi {{candidate.firstName|there}}' };
const NO_ID = '01890000-0000-7000-8000-000000000000';

const add = (person: Recruiter, more: object = {}): Promise<Template> =>
  person.call(routes.createTemplate, { body: { ...fields, ...more } });
const addTeam = (person: Recruiter, more: object = {}): Promise<Template> =>
  person.call(routes.createTeamTemplate, { body: { ...fields, ...more } });
const listMine = async (person: Recruiter) =>
  (await person.call(routes.listTemplates, { query: { limit: 100 } })).items;
const listTeam = async (person: Recruiter) =>
  (await person.call(routes.listTeamTemplates, { query: { limit: 100 } })).items;
const order = (templateType: TemplateType, items: { id: string }[]) => ({
  body: { templateType, ids: items.map(({ id }) => id) },
});
const find = async (person: Recruiter, id: string) => {
  const found = (await listMine(person)).find((item) => item.id === id);
  if (found === undefined) throw new Error('The template is not in the list');
  return found;
};

async function makeManager(person: Recruiter): Promise<void> {
  await app.deps.pool.query(`update seats set seat_role = 'hiringManager' where id = $1`, [person.seatId]);
}

const upload = (person: Recruiter) => uploadPicture(app, person);

describe('a template of mine', () => {
  it('is added, changed and deleted', async () => {
    const dee = await app.signUp();
    const made = await add(dee, { folder: ' Greetings ' });
    expect(made).toMatchObject({
      ...fields,
      templateType: 'template',
      sortOrder: 1,
      folder: 'Greetings',
      attachments: [],
      usage: { sent: 0, answered: 0, replyRate: null },
      can: { edit: true },
    });
    expect(await listMine(dee)).toEqual([made]);
    const params = { id: made.id };
    const changed = await dee.call(routes.updateTemplate, {
      params,
      body: { name: 'Hey', body: '  Hey you \n', folder: '' },
    });
    expect(changed).toMatchObject({ name: 'Hey', body: 'Hey you', folder: null });
    expect(await dee.call(routes.deleteTemplate, { params })).toEqual({ status: 'ok' });
    expect(await listMine(dee)).toEqual([]);
    expect(await dee.refusal(routes.deleteTemplate, { params })).toBe('404 not_found');
    expect(await dee.refusal(routes.updateTemplate, { params, body: {} })).toBe('404 not_found');
  });

  it('is only mine, and nothing of it is in the log', async () => {
    const { id } = await add(ana);
    const params = { id };
    expect((await listMine(cem)).map((item) => item.id)).not.toContain(id);
    expect(await cem.refusal(routes.updateTemplate, { params, body: { name: 'X' } })).toBe('404 not_found');
    expect(await cem.refusal(routes.deleteTemplate, { params })).toBe('404 not_found');
    expect(await cem.refusal(routes.copyTemplateAttachments, { params })).toBe('404 not_found');
    expect(await ana.refusal(routes.updateTeamTemplate, { params, body: {} })).toBe('404 not_found');
    expect(await ana.refusal(routes.deleteTeamTemplate, { params })).toBe('404 not_found');
    const { items } = await ana.call(routes.listAuditEvents, { query: { limit: 100 } });
    expect(items.filter(({ subjectId }) => subjectId === id)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, '422 invalid'],
    ['a name of 81', { name: 'x'.repeat(81) }, '422 invalid'],
    ['no body', { body: ' \n ' }, '422 invalid'],
    ['a body of 1601', { body: 'x'.repeat(1601) }, '422 invalid'],
    ['a folder of 41', { folder: 'x'.repeat(41) }, '422 invalid'],
    ['a kind that is not', { templateType: 'nothing' }, '422 invalid'],
    ['a team template here', { templateType: 'teamTemplate' }, '422 invalid'],
    ['11 attachments', { mediaIds: Array.from({ length: 11 }, () => NO_ID) }, '422 invalid'],
    ['an attachment that is not', { mediaIds: [NO_ID] }, '422 invalid'],
    ['an unknown attribute', { body: 'Hi {{candidate.nickname|you}}' }, '422 unknown_attribute'],
    ['a half-typed attribute', { body: 'Hi {candidate.firstName}' }, '422 invalid'],
    ['a body of 10 MB', { body: 'x'.repeat(10_000_000) }, '413 too_large'],
  ])('is refused with %s', async (_, more, refusal) => {
    const body = { ...fields, ...more } as never;
    expect(refusalOf(await ana.ask(routes.createTemplate, { body }))).toBe(refusal);
    const { id } = await add(ana);
    if ('templateType' in more) return;
    expect(refusalOf(await ana.ask(routes.updateTemplate, { params: { id }, body: more }))).toBe(refusal);
  });

  it('names the attributes that are unknown, at the field', async () => {
    const { body } = await ana.ask(routes.createTemplate, {
      body: { ...fields, body: '{{a}} {{b|c}} {{a}}' },
    });
    expect(body).toMatchObject({
      details: { attributes: ['a', 'b'], fields: { body: [expect.any(String)] } },
    });
  });

  it.each([
    ['Hi {{candidate.firstName', 3],
    ['  {{ }} there', 0],
    ['{{candidate.firstName|{{job.title}}}}', 0],
  ])('names the place of what is half-typed: %s', async (body, position) => {
    expect(await ana.ask(routes.createTemplate, { body: { ...fields, body } })).toMatchObject({
      status: 422,
      body: {
        code: 'invalid',
        details: {
          fields: { body: [expect.stringContaining(`(character ${position + 1})`)] },
          positions: { body: [position] },
        },
      },
    });
  });

  it('is kept as it is, script and plain braces too, without what can not be seen', async () => {
    const body = '<script>alert(1)</script> :} { ‏‮שלום‏';
    const name = '<img src=x onerror=alert(1)>';
    expect(await add(ana, { body, name })).toMatchObject({ body: body.replace('‮', ''), name });
  });

  it('is kept as it is, with 1600 characters', async () => {
    expect(await add(ana, { body: ` ${'x'.repeat(1600)} ` })).toMatchObject({ body: 'x'.repeat(1600) });
  });

  it('is added once for one Idempotency-Key', async () => {
    const dee = await app.signUp();
    const input = { body: fields, headers: { 'idempotency-key': 'template-1' } };
    const [first, again] = [
      await dee.call(routes.createTemplate, input),
      await dee.call(routes.createTemplate, input),
    ];
    expect(again).toEqual(first);
    expect(await listMine(dee)).toHaveLength(1);
  });
});

describe('templates of the company', () => {
  it('team templates are written by admins, and read and inserted by all', async () => {
    const eve = await app.signUp();
    const dee = await app.addColleague(eve);
    const made = await addTeam(eve, { name: 'Team hello' });
    expect(made).toMatchObject({ templateType: 'teamTemplate', can: { edit: true } });
    await makeManager(dee);
    expect(await listTeam(dee)).toMatchObject([{ id: made.id, can: { edit: false } }]);
    expect(await dee.refusal(routes.createTeamTemplate, { body: fields })).toBe('403 forbidden');
    expect(await dee.refusal(routes.updateTemplateSortOrder, order('teamTemplate', [made]))).toBe(
      '403 forbidden',
    );
    const { items } = await eve.call(routes.listAuditEvents, { query: { action: 'template.created' } });
    expect(items).toMatchObject([
      { subjectId: made.id, subject: 'Team hello', details: { templateType: 'teamTemplate' } },
    ]);
  });

  it('hiring manager templates are written by recruiters and read by hiring managers', async () => {
    const eve = await app.signUp();
    const [dee, mia] = [await app.addColleague(eve), await app.addColleague(eve)];
    await makeManager(mia);
    const templateType = 'hiringManagerTemplate';
    const made = await add(dee, { templateType });
    const seenBy = async (person: Recruiter) =>
      (await person.call(routes.listTemplates, { query: { templateType } })).items;
    expect(await seenBy(mia)).toMatchObject([{ id: made.id, can: { edit: false } }]);
    expect(await seenBy(eve)).toMatchObject([{ id: made.id, can: { edit: true } }]);
    expect(await mia.refusal(routes.createTemplate, { body: { ...fields, templateType } })).toBe(
      '403 forbidden',
    );
    const inserted = async (person: Recruiter) =>
      (await person.call(routes.listInsertableTemplates, {})).map(({ id }) => id);
    expect(await inserted(mia)).toEqual([made.id]);
    expect(await inserted(dee)).toEqual([]);
  });

  it('onboarding templates are for recruiters', async () => {
    const eve = await app.signUp();
    const mia = await app.addColleague(eve);
    await makeManager(mia);
    const templateType = 'onboardingTemplate';
    await add(eve, { templateType });
    const { items } = await eve.call(routes.listTemplates, { query: { templateType } });
    expect(items).toMatchObject([{ templateType, can: { edit: true } }]);
    expect(await mia.refusal(routes.listTemplates, { query: { templateType } })).toBe('403 forbidden');
  });

  it('are counted in the account: mine, and everyone’s', async () => {
    const eve = await app.signUp();
    const dee = await app.addColleague(eve);
    await Promise.all([
      add(eve),
      add(eve),
      add(dee),
      addTeam(eve),
      add(dee, { templateType: 'hiringManagerTemplate' }),
      add(dee, { templateType: 'onboardingTemplate' }),
    ]);
    const shared = { totalTeamTemplates: 1, totalHiringManagerTemplates: 1, totalOnboardingTemplates: 1 };
    const totals = async (person: Recruiter) => (await person.call(routes.getAccount, {})).metadata;
    expect(await totals(eve)).toMatchObject({ totalTemplates: 2, ...shared });
    expect(await totals(dee)).toMatchObject({ totalTemplates: 1, ...shared });
  });
});

it('the merge attributes are listed by name', async () => {
  const attributes = await ana.call(routes.getTemplateAttributes, {});
  expect(attributes['candidate.firstName']).toEqual({ label: 'First name', example: 'Ana' });
  expect(Object.keys(attributes)).toContain('interview.date');
});

describe('the list', () => {
  let dee: Recruiter;
  let made: Template[];
  beforeAll(async () => {
    dee = await app.signUp();
    made = [];
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
      made.push(await add(dee, { name, folder: name < 'C' ? 'First' : null, body: `Body of ${name}` }));
  });

  const names = async () => (await listMine(dee)).map(({ name, sortOrder }) => `${sortOrder} ${name}`);

  it('comes in pages, with its folders', async () => {
    const first = await dee.call(routes.listTemplates, { query: { limit: 2 } });
    expect(first).toMatchObject({ total: 5, folders: ['First'] });
    const seen = [...first.items];
    let { nextCursor } = first;
    while (nextCursor !== null) {
      const next = await dee.call(routes.listTemplates, { query: { limit: 2, cursor: nextCursor } });
      seen.push(...next.items);
      nextCursor = next.nextCursor;
    }
    expect(seen.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await dee.refusal(routes.listTemplates, { query: { cursor: 'nonsense' } })).toBe('400 malformed');
  });

  it.each<[string, object, string[]]>([
    ['by name', { search: 'ELTA' }, ['4 Delta']],
    ['by text', { search: 'body of b' }, ['2 Beta']],
    ['by what is a pattern elsewhere', { search: '%' }, []],
    ['by folder', { folder: 'First' }, ['1 Alpha', '2 Beta']],
    ['by both', { folder: 'First', search: 'lpha' }, ['1 Alpha']],
  ])('is searched %s', async (_, query, expected) => {
    const { items } = await dee.call(routes.listTemplates, { query });
    expect(items.map(({ name, sortOrder }) => `${sortOrder} ${name}`)).toEqual(expected);
  });

  it('is put in another order, as a whole or in part, and has no gaps after a deletion', async () => {
    await dee.call(routes.updateTemplateSortOrder, order('template', made.toReversed()));
    expect(await names()).toEqual(['1 Epsilon', '2 Delta', '3 Gamma', '4 Beta', '5 Alpha']);
    const [alpha, beta, gamma] = made;
    if (!alpha || !beta || !gamma) throw new Error('Too few');
    await dee.call(routes.updateTemplateSortOrder, order('template', [alpha, gamma, beta]));
    expect(await names()).toEqual(['1 Epsilon', '2 Delta', '3 Alpha', '4 Gamma', '5 Beta']);
    await dee.call(routes.deleteTemplate, { params: { id: alpha.id } });
    expect(await names()).toEqual(['1 Epsilon', '2 Delta', '3 Gamma', '4 Beta']);
    expect((await add(dee, { name: 'Zeta' })).sortOrder).toBe(5);
    // Someone else's, or gone: ignored.
    await dee.call(routes.updateTemplateSortOrder, order('template', [alpha, await add(ana), { id: NO_ID }]));
    expect(await names()).toEqual(['1 Epsilon', '2 Delta', '3 Gamma', '4 Beta', '5 Zeta']);
  });

  it('loses none when it is reordered, added to and deleted from at the same moment', async () => {
    const eve = await app.signUp();
    const items = await Promise.all(Array.from({ length: 8 }, () => addTeam(eve)));
    const [gone] = items;
    const [added] = await Promise.all([
      addTeam(eve),
      eve.call(routes.updateTemplateSortOrder, order('teamTemplate', items)),
      eve.call(routes.updateTemplateSortOrder, order('teamTemplate', items.toReversed())),
      eve.call(routes.deleteTeamTemplate, { params: { id: gone?.id ?? '' } }),
    ]);
    const left = await listTeam(eve);
    expect(left.map(({ sortOrder }) => sortOrder)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(left.map(({ id }) => id))).toEqual(
      new Set([added, ...items.slice(1)].map((item) => item.id)),
    );
  });

  it('has a limit, however many come at once', async () => {
    const eve = await app.signUp();
    await app.deps.pool.query(
      `insert into templates (account_id, id, template_type, name, body, sort_order, created_at, updated_at)
       select $1, gen_random_uuid(), 'teamTemplate', 'T', 'B', n, now(), now() from generate_series(1, $2::int) n`,
      [eve.accountId, MAX_TEMPLATES_PER_LIST - 1],
    );
    const answers = await Promise.all(
      [1, 2, 3].map(() => eve.ask(routes.createTeamTemplate, { body: fields })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(refusalOf)).toEqual(['409 templates_used_up', '409 templates_used_up']);
  });
});

describe('attachments', () => {
  const idsOf = ({ attachments }: Template) => attachments.map(({ id }) => id);

  it('are kept in their order, changed and shown', async () => {
    const [one, two, three] = [await upload(ana), await upload(ana), await upload(ana)];
    const made = await add(ana, { mediaIds: [two, one] });
    expect(idsOf(made)).toEqual([two, one]);
    expect((await fetch(made.attachments[0]?.url ?? '')).status).toBe(200);
    const params = { id: made.id };
    const changed = await ana.call(routes.updateTemplate, { params, body: { mediaIds: [three, one] } });
    expect(idsOf(changed)).toEqual([three, one]);
    expect(idsOf(await ana.call(routes.updateTemplate, { params, body: { name: 'Other' } }))).toEqual([
      three,
      one,
    ]);
    // No template has it anymore.
    expect(idsOf(await add(ana, { mediaIds: [two] }))).toEqual([two]);
  });

  it('are in one place: not of someone else, another template or a text', async () => {
    const mine = await upload(ana);
    const refused = async (person: Recruiter) =>
      person.refusal(routes.createTemplate, { body: { ...fields, mediaIds: [mine] } });
    expect(await refused(cem)).toBe('422 invalid');
    await add(ana, { mediaIds: [mine] });
    expect(await refused(ana)).toBe('422 invalid');
    const text = { to: candidatePhone(), body: 'Hi', mediaIds: [mine] };
    expect(await ana.refusal(routes.sendMessage, { body: text })).toBe('422 invalid');
  });

  it('are copied for a text, and stay with the template', async () => {
    const made = await addTeam(ana, { mediaIds: [await upload(ana), await upload(ana)] });
    const copies = await cem.call(routes.copyTemplateAttachments, { params: { id: made.id } });
    expect(copies).toHaveLength(2);
    const mediaIds = copies.map(({ id }) => id);
    const text = await sendText(cem, candidatePhone(), 'Hi', { mediaIds });
    expect(text.media.map(({ id }) => id)).toEqual(mediaIds);
    expect((await listTeam(cem)).find(({ id }) => id === made.id)?.attachments).toHaveLength(2);
  });

  it('are copied once for the same Idempotency-Key, which a key of the API can leave out', async () => {
    const made = await add(ana, { mediaIds: [await upload(ana)] });
    const { secret } = await ana.call(routes.createApiKey, {
      body: { name: 'Software', scopes: ['texts:send'], mode: 'live' },
    });
    const software = app.client(secret);
    const copy = async (headers = {}) =>
      (await software.call(routes.copyTemplateAttachments, { params: { id: made.id }, headers })).map(
        ({ id }) => id,
      );
    const once = { 'idempotency-key': `copies-${made.id}` };
    const first = await copy(once);
    expect(await copy(once)).toEqual(first);
    expect(await copy()).not.toEqual(first);
  });

  it('are not swept while the template is there, and are once it is gone', async () => {
    const id = await upload(ana);
    const made = await add(ana, { mediaIds: [id] });
    const count = async () =>
      (await app.deps.pool.query('select 1 from media where id = $1', [id])).rows.length;
    await app.deps.pool.query(`update media set created_at = now() - interval '2 days' where id = $1`, [id]);
    await sweepUploads(app.deps.db);
    expect(await count()).toBe(1);
    await ana.call(routes.deleteTemplate, { params: { id: made.id } });
    await sweepUploads(app.deps.db);
    expect(await count()).toBe(0);
  });
});

describe('usage', () => {
  const usageOf = async (person: Recruiter, { id }: Template) => {
    await rollUpNow(app.deps);
    return (await find(person, id)).usage;
  };
  const send = async (person: Recruiter, { id }: Template, to = candidatePhone()) => {
    const text = await person.call(routes.sendMessage, { body: { to, body: 'Hi', templateId: id } });
    expect(text.templateId).toBe(id);
    await untilStatus(person, text, 'delivered');
    return text;
  };

  it('counts what was sent, and answers that come in time and before a person texts again', async () => {
    const made = await add(ana);
    const [quick, late, follow, silent, hook] = [1, 2, 3, 4, 5].map(candidatePhone) as [
      string,
      string,
      string,
      string,
      string,
    ];
    for (const to of [quick, late, follow, silent, hook]) await send(ana, made, to);
    await receiveText(app, ana, quick, 'Yes');
    await receiveText(app, ana, quick, 'And yes again');
    // A person wrote once more before the answer came.
    await untilStatus(ana, await sendText(ana, follow, 'Did you see this?'), 'delivered');
    await receiveText(app, ana, follow, 'Now I did');
    app.clock.advance(73 * 3600_000);
    await receiveText(app, ana, late, 'Sorry, I was away');
    app.clock.reset();
    expect(await usageOf(ana, made)).toEqual({ sent: 5, answered: 1, replyRate: null });
    await send(ana, made);
    expect(await usageOf(ana, made)).toMatchObject({ sent: 6, answered: 1 });
  });

  it('counts no text that was undone or is still to go', async () => {
    const made = await add(ana);
    const body = { to: candidatePhone(), body: 'Hi', templateId: made.id, undoSeconds: 30 };
    const text = await ana.call(routes.sendMessage, { body });
    expect(await usageOf(ana, made)).toMatchObject({ sent: 0 });
    await ana.call(routes.cancelMessage, { params: { id: text.id } });
    expect(await usageOf(ana, made)).toMatchObject({ sent: 0 });
  });

  it('stays when a candidate is deleted, and when they are back', async () => {
    const made = await add(ana);
    const to = candidatePhone();
    const candidate = await ana.call(routes.createCandidate, {
      body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: to },
    });
    await send(ana, made, to);
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    expect(await usageOf(ana, made)).toMatchObject({ sent: 1 });
    await ana.call(routes.restoreCandidate, { params: { id: candidate.id } });
    expect(await usageOf(ana, made)).toMatchObject({ sent: 1 });
  });

  it('decides what comes first in the composer', async () => {
    const dee = await app.signUp();
    const [rare, often, recent] = [
      await add(dee, { name: 'Zed one' }),
      await add(dee, { name: 'Zed two' }),
      await add(dee, { name: 'Zed three' }),
    ];
    await send(dee, often);
    await send(dee, often);
    await app.deps.pool.query(
      `update messages set created_at = created_at - interval '2 months', claimed_at = claimed_at - interval '2 months'
        where template_id = $1`,
      [often.id],
    );
    // They may have been counted before they moved.
    await app.deps.pool.query(
      'insert into fact_marks (account_id, source_id) select account_id, conversation_id from messages where template_id = $1',
      [often.id],
    );
    await send(dee, recent);
    await rollUpNow(app.deps);
    const query = { search: 'zed' };
    const found = await dee.call(routes.listInsertableTemplates, { query });
    expect(found.map(({ id }) => id)).toEqual([recent.id, often.id, rare.id]);
    expect(found.map(({ sortOrder }) => sortOrder)).toEqual([3, 2, 1]);
    const limited = await dee.call(routes.listInsertableTemplates, { query: { ...query, limit: 1 } });
    expect(limited.map(({ id }) => id)).toEqual([recent.id]);
  });
});

describe('a text with merge attributes', () => {
  const ben = async (more: object = {}) => {
    const phoneNumber = candidatePhone();
    return ana.call(routes.createCandidate, {
      body: { firstName: 'Ben', lastName: 'Ito', phoneNumber, ...more },
    });
  };
  const sendTo = (candidateId: string, body: string, more: object = {}) =>
    ana.ask(routes.sendMessage, { body: { candidateId, body, ...more } });

  it('is filled in when it is accepted, and goes out so', async () => {
    const candidate = await ben({ email: 'ben@example.com', jobTitle: 'Welder' });
    await ana.call(routes.updateAccount, { body: { name: 'Quayside Talent' } });
    const me = await ana.call(routes.getUser, {});
    const body =
      '{{candidate.fullName}} ({{candidate.phoneNumber}}, {{candidate.email}}), {{job.title}}: {{recruiter.fullName}} of {{company.name}}, {{recruiter.phoneNumber}}. {{interview.date|Soon}}';
    const text = await ana.call(routes.sendMessage, { body: { candidateId: candidate.id, body } });
    const filled = `Ben Ito (${candidate.phoneNumberFormatted}, ben@example.com), Welder: ${me.firstName} ${me.lastName} of Quayside Talent, ${me.seat?.twilioNumberFormatted}. Soon`;
    expect(text.body).toBe(filled);
    await untilStatus(ana, text, 'delivered');
    expect(sentTo(app, candidate.phoneNumber)).toEqual([filled]);
  });

  it('is counted in segments after that', async () => {
    const { id } = await ben({ firstName: 'B'.repeat(80) });
    const body = `{{candidate.firstName}}${'x'.repeat(81)}`;
    const text = await ana.call(routes.sendMessage, { body: { candidateId: id, body } });
    expect(text.segments).toBe(2);
    const emoji = await ben({ firstName: 'Bjørn 🎉' });
    const short = await ana.call(routes.sendMessage, {
      body: { candidateId: emoji.id, body: `{{candidate.firstName}}${'x'.repeat(70)}` },
    });
    expect(short.segments).toBe(2);
  });

  it('has the name as it is, whatever that looks like', async () => {
    const { id } = await ben({ firstName: '{{company.name}}' });
    expect(await sendTo(id, 'Hi {{candidate.firstName}}')).toMatchObject({
      status: 201,
      body: { body: 'Hi {{company.name}}' },
    });
  });

  it.each<[string, string, string, object]>([
    [
      'missing',
      '{{candidate.email}} {{calendar.link}}',
      '422 missing_attributes',
      { attributes: ['candidate.email', 'calendar.link'] },
    ],
    ['unknown', 'Hi {{name}}, {{candidate.email}}', '422 unknown_attribute', { attributes: ['name'] }],
    ['half-typed', 'Hi {candidate.email}', '422 invalid', { positions: { body: [3] } }],
    [
      'longer than a text',
      `{{candidate.firstName}}${'x'.repeat(1577)}`,
      '422 invalid',
      { fields: { body: [expect.any(String)] } },
    ],
  ])('is refused with values that are %s, and leaves nothing', async (_, body, refusal, details) => {
    const { id } = await ben({ firstName: 'Ben'.repeat(9) });
    const answer = await sendTo(id, body);
    expect(refusalOf(answer)).toBe(refusal);
    expect(answer.body).toMatchObject({ details });
    const { items } = await ana.call(routes.listConversations, { query: { search: 'Ben'.repeat(9) } });
    expect(items.filter(({ candidate }) => candidate.id === id)).toEqual([]);
  });

  it('to someone without a name needs a fallback', async () => {
    const to = candidatePhone();
    const body = { to, body: 'Hi {{candidate.firstName}}' };
    expect(await ana.refusal(routes.sendMessage, { body })).toBe('422 missing_attributes');
    const text = await sendText(ana, to, 'Hi {{candidate.firstName|there}}');
    expect(text.body).toBe('Hi there');
  });

  it('for later is filled in at once, and is the same for the same Idempotency-Key', async () => {
    const candidate = await ben();
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    const input = {
      body: { candidateId: candidate.id, body: 'Hi {{candidate.firstName}}', scheduledAt },
      headers: { 'idempotency-key': 'later-1' },
    };
    const text = await ana.call(routes.sendMessage, input);
    expect(text).toMatchObject({ status: 'scheduled', body: 'Hi Ben' });
    await ana.call(routes.updateCandidate, { params: { id: candidate.id }, body: { firstName: 'Bo' } });
    expect(await ana.call(routes.sendMessage, input)).toEqual(text);
  });

  it('harms no other that is accepted with it', async () => {
    const { id } = await ben();
    const answers = await Promise.all([
      sendTo(id, 'Hi {{candidate.email}}'),
      sendTo(id, 'Hi {{candidate.firstName}}'),
      sendTo(id, 'Hi'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([422, 201, 201]);
  });

  it('remembers its template, which has to be one that the person can see', async () => {
    const made = await add(ana);
    const { id } = await ben();
    expect(await sendTo(id, 'Hi', { templateId: made.id })).toMatchObject({ body: { templateId: made.id } });
    expect(await sendTo(id, 'Hi')).toMatchObject({ body: { templateId: null } });
    const to = candidatePhone();
    const foreign = { body: { to, body: 'Hi', templateId: made.id } };
    expect(await cem.refusal(routes.sendMessage, foreign)).toBe('422 invalid');
    await ana.call(routes.deleteTemplate, { params: { id: made.id } });
    expect(refusalOf(await sendTo(id, 'Hi', { templateId: made.id }))).toBe('422 invalid');
    const { items } = await ana.call(routes.listConversations, { query: { search: 'Ben' } });
    const thread = items.find(({ candidate }) => candidate.id === id);
    const texts = await ana.call(routes.listMessages, { params: { id: thread?.id ?? '' } });
    expect(texts.items.map(({ templateId }) => templateId)).toContain(made.id);
  });
});

describe('who leaves', () => {
  it('leaves team templates, and takes their own when they are erased', async () => {
    const dee = await app.addColleague(ana, 'admin');
    const own = await add(dee, { mediaIds: [await upload(dee)] });
    const team = await addTeam(dee, { mediaIds: [await upload(dee)] });
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: dee.userId } });
    const kept = async (id: string) =>
      (await app.deps.pool.query('select 1 from templates where id = $1', [id])).rows.length;
    expect([await kept(own.id), await kept(team.id)]).toEqual([1, 1]);
    await app.deps.pool.query('delete from users where id = $1', [dee.userId]);
    expect([await kept(own.id), await kept(team.id)]).toEqual([0, 1]);
    expect((await listTeam(ana)).find(({ id }) => id === team.id)?.attachments).toHaveLength(1);
  });
});

it('needs a monthly or annual plan', async () => {
  const eve = await app.signUp();
  await app.deps.pool.query(`update accounts set plan_type = 'payg' where id = $1`, [eve.accountId]);
  await eventually(async () => {
    expect(await eve.refusal(routes.listTemplates, {})).toBe('402 plan_required');
  });
});
