import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CalendarShortcut, MAX_CALENDAR_SHORTCUTS } from '../../../../contract/calendars.ts';
import * as routes from '../../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { refusalOf } from '../../../testing/test-client.ts';
import { sendText, sentTo, untilStatus } from '../../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
beforeEach(async () => {
  await app.deps.pool.query('delete from calendar_shortcuts where account_id = $1', [ana.accountId]);
  await ana.call(routes.enableCalendarShortcuts, {});
});
afterAll(() => app.stop());

const intro = { name: 'Intro call', shortcut: 'intro', url: 'https://calendly.example/ana/intro' };
const screening = { name: 'Screening', shortcut: 'Screening', url: 'https://calendly.example/ana/screening' };

const add = (person: Recruiter, more: object = {}): Promise<CalendarShortcut> =>
  person.call(routes.createCalendarShortcut, { body: { ...intro, ...more } });
const list = async (person: Recruiter) => {
  const listed = await person.call(routes.listCalendarShortcuts, {});
  return listed.map(({ usage, ...shortcut }) => {
    expect(usage).toBeNull();
    return shortcut;
  });
};
const bodyOf = async (person: Recruiter, body: string) =>
  (await sendText(person, candidatePhone(), body)).body;

describe('calendar shortcuts', () => {
  it('are added, listed in that order, changed and deleted', async () => {
    const made = await add(ana);
    expect(made).toEqual({ id: expect.any(String), ...intro, enabled: true });
    const second = await add(ana, { ...screening, enabled: false });
    expect(await list(ana)).toEqual([made, second]);
    const params = { id: made.id };
    const changed = await ana.call(routes.updateCalendarShortcut, { params, body: { shortcut: 'INTRO' } });
    expect(changed).toEqual({ ...made, shortcut: 'INTRO' });
    const all = { name: 'Hello', shortcut: 'hello', url: 'https://cal.example/hello', enabled: false };
    expect(await ana.call(routes.updateCalendarShortcut, { params, body: all })).toEqual({
      ...params,
      ...all,
    });
    expect(await list(ana)).toEqual([{ ...params, ...all }, second]);
    expect(await ana.call(routes.deleteCalendarShortcut, { params })).toEqual({ status: 'ok' });
    expect(await list(ana)).toEqual([second]);
    expect(await ana.refusal(routes.deleteCalendarShortcut, { params })).toBe('404 not_found');
    expect(await ana.refusal(routes.updateCalendarShortcut, { params, body: {} })).toBe('404 not_found');
  });

  it.each(['http://calendly.example/ana', 'ftp://files.example/times', 'http://localhost:3000/ana'])(
    'lead to any web address: %s',
    async (url) => {
      expect(await add(ana, { url })).toMatchObject({ url });
      for (const { id } of await list(ana)) await ana.call(routes.deleteCalendarShortcut, { params: { id } });
    },
  );

  it('are of one person, and nothing of them is in the log', async () => {
    const { id } = await add(ana);
    const params = { id };
    expect(await list(cem)).toEqual([]);
    expect(await cem.refusal(routes.updateCalendarShortcut, { params, body: intro })).toBe('404 not_found');
    expect(await cem.refusal(routes.deleteCalendarShortcut, { params })).toBe('404 not_found');
    expect((await add(cem)).shortcut).toBe('intro');
    const { items } = await ana.call(routes.listAuditEvents, { query: { limit: 100 } });
    expect(items.filter(({ action }) => /calendar/i.test(action))).toEqual([]);
  });

  it('are put in another order, as a whole or in part, and the first one that is on is calendar.link', async () => {
    const one = await add(ana, { name: 'One', shortcut: 'one', enabled: false });
    const two = await add(ana, { name: 'Two', shortcut: 'two', url: 'https://cal.example/two' });
    const three = await add(ana, { name: 'Three', shortcut: 'three', url: 'https://cal.example/three' });
    const order = (...ids: string[]) => ana.call(routes.orderCalendarShortcuts, { body: { ids } });
    const names = async () => (await list(ana)).map(({ name }) => name);
    expect(await order(three.id, two.id, one.id)).toEqual({ status: 'ok' });
    expect(await names()).toEqual(['Three', 'Two', 'One']);
    expect(await bodyOf(ana, '{{calendar.link}}')).toBe(three.url);
    await order(one.id, three.id);
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    expect(await bodyOf(ana, '{{calendar.link}}')).toBe(two.url);
    await ana.call(routes.deleteCalendarShortcut, { params: { id: two.id } });
    await add(ana, { name: 'Four', shortcut: 'four' });
    expect(await names()).toEqual(['One', 'Three', 'Four']);
    // Someone else's, or gone: ignored.
    const others = await add(cem);
    await order(two.id, three.id, others.id, one.id);
    expect(await names()).toEqual(['Three', 'One', 'Four']);
    expect(await list(cem)).toEqual([others]);
    expect(await ana.refusal(routes.orderCalendarShortcuts, { body: { ids: [] } })).toBe('422 invalid');
  });

  it('have different shortcuts, ignoring case', async () => {
    await add(ana);
    const { id } = await add(ana, screening);
    const body = { shortcut: 'iNtRo' };
    expect(refusalOf(await ana.ask(routes.createCalendarShortcut, { body: { ...intro, ...body } }))).toBe(
      '409 shortcut_taken',
    );
    expect(await ana.refusal(routes.updateCalendarShortcut, { params: { id }, body })).toBe(
      '409 shortcut_taken',
    );
    const same = { shortcut: 'screening' };
    expect(await ana.call(routes.updateCalendarShortcut, { params: { id }, body: same })).toMatchObject(same);
  });

  it('that are added at once get the shortcut once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => ana.ask(routes.createCalendarShortcut, { body: intro })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('are added once for one Idempotency-Key', async () => {
    const input = { body: intro, headers: { 'idempotency-key': 'calendar-1' } };
    const made = await ana.call(routes.createCalendarShortcut, input);
    expect(await ana.call(routes.createCalendarShortcut, input)).toEqual(made);
    expect(await list(ana)).toEqual([made]);
  });

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 81', { name: 'x'.repeat(81) }, 'name'],
    ['no shortcut', { shortcut: '' }, 'shortcut'],
    ['a shortcut with #', { shortcut: '#intro' }, 'shortcut'],
    ['a shortcut with a space', { shortcut: 'in tro' }, 'shortcut'],
    ['a shortcut with other letters', { shortcut: 'café' }, 'shortcut'],
    ['a shortcut of 41', { shortcut: 'x'.repeat(41) }, 'shortcut'],
    ['no url', { url: ' ' }, 'url'],
    ['no web address', { url: 'calendly' }, 'url'],
    ['a script', { url: 'javascript:alert(1)' }, 'url'],
    ['a url that turns around', { url: 'https://calendly.example/\u202eana' }, 'url'],
    ['a url with a space', { url: 'https://calendly.example/a b' }, 'url'],
    ['a url of 501', { url: `https://calendly.example/${'x'.repeat(476)}` }, 'url'],
    ['enabled of another type', { enabled: 'yes' }, 'enabled'],
  ])('are refused with %s', async (_, more, field) => {
    const { id } = await add(ana);
    const requests = [
      ana.ask(routes.createCalendarShortcut, { body: { ...screening, ...more } as never }),
      ana.ask(routes.updateCalendarShortcut, { params: { id }, body: more as never }),
    ];
    for (const answer of await Promise.all(requests)) {
      expect(refusalOf(answer)).toBe('422 invalid');
      const { details } = answer.body as { details?: { fields?: object } };
      expect(Object.keys(details?.fields ?? {})).toEqual([field]);
    }
    expect(await list(ana)).toMatchObject([intro]);
  });

  it('are limited in number', async () => {
    await app.deps.pool.query(
      `insert into calendar_shortcuts (account_id, id, owner_id, name, shortcut, url, enabled, sort_order, created_at)
       select $1, gen_random_uuid(), $2, 'Call', 'call' || n, 'https://cal.example', true, n, now()
         from generate_series(1, $3) n`,
      [ana.accountId, ana.userId, MAX_CALENDAR_SHORTCUTS],
    );
    expect(await ana.refusal(routes.createCalendarShortcut, { body: intro })).toBe('409 shortcuts_used_up');
    expect((await add(cem)).shortcut).toBe('intro');
  });

  it('go with their person', async () => {
    const dee = await app.addColleague(ana);
    await add(dee);
    await app.deps.pool.query('update seats set user_id = null, status = $2 where user_id = $1', [
      dee.userId,
      'available',
    ]);
    await app.deps.pool.query('delete from users where id = $1', [dee.userId]);
    const { rowCount } = await app.deps.pool.query('select 1 from calendar_shortcuts where owner_id = $1', [
      dee.userId,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('a text with a shortcut', () => {
  it('goes out with its link, and is counted in segments after that', async () => {
    const url = `https://calendly.example/${'x'.repeat(150)}`;
    await add(ana, { url });
    const phone = candidatePhone();
    const text = await sendText(ana, phone, 'Book a time: #INTRO');
    expect(text).toMatchObject({ body: `Book a time: ${url}`, segments: 2 });
    await untilStatus(ana, text, 'delivered');
    expect(sentTo(app, phone)).toEqual([`Book a time: ${url}`]);
  });

  it('for later has the link it had when it was accepted', async () => {
    const { id } = await add(ana);
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    const body = { to: candidatePhone(), body: 'Book: #intro', scheduledAt };
    const text = await ana.call(routes.sendMessage, { body });
    expect(text).toMatchObject({ status: 'scheduled', body: `Book: ${intro.url}` });
    await ana.call(routes.deleteCalendarShortcut, { params: { id } });
    const { items } = await ana.call(routes.listMessages, { params: { id: text.conversationId } });
    expect(items.map(({ body }) => body)).toEqual([text.body]);
  });

  it('stays as it is written where the shortcut is not the sender’s, or off', async () => {
    await add(cem);
    const { id } = await add(ana, screening);
    expect(await bodyOf(ana, '#intro #screening Suite #4')).toBe(`#intro ${screening.url} Suite #4`);
    const params = { id };
    await ana.call(routes.updateCalendarShortcut, { params, body: { enabled: false } });
    expect(await bodyOf(ana, '#screening')).toBe('#screening');
  });

  it('stays as it is written while the person has all of them off', async () => {
    await add(ana);
    expect((await ana.call(routes.getUser, {})).calendarShortcutEnabled).toBe(true);
    await ana.call(routes.disableCalendarShortcuts, {});
    expect((await ana.call(routes.getUser, {})).calendarShortcutEnabled).toBe(false);
    expect((await cem.call(routes.getUser, {})).calendarShortcutEnabled).toBe(true);
    expect(await bodyOf(ana, '#intro')).toBe('#intro');
    await ana.call(routes.enableCalendarShortcuts, {});
    expect(await bodyOf(ana, '#intro')).toBe(intro.url);
  });

  it('stays as it is written without the plan', async () => {
    const dee = await app.signUp();
    await add(dee);
    await app.deps.pool.query(`update accounts set plan_type = 'payg' where id = $1`, [dee.accountId]);
    expect(await dee.refusal(routes.listCalendarShortcuts, {})).toBe('402 plan_required');
    await app.deps.pool.query(
      `insert into usage_entries (account_id, kind, segments, source_id, created_at)
       values ($1, 'purchase', 10, 'test', now())`,
      [dee.accountId],
    );
    expect(await bodyOf(dee, '#intro')).toBe('#intro');
  });

  it('is filled in beside merge attributes, whose values are not looked into', async () => {
    await add(ana, { url: 'https://calendly.example/{{company.name}}' });
    const candidate = await ana.call(routes.createCandidate, {
      body: { firstName: '#intro', lastName: '', phoneNumber: candidatePhone() },
    });
    const text = await ana.call(routes.sendMessage, {
      body: {
        candidateId: candidate.id,
        body: '{{candidate.firstName}}: #intro {{candidate.firstName}}#intro {{job.title|a #intro}}',
      },
    });
    expect(text.body).toBe('#intro: https://calendly.example/{{company.name}} #intro#intro a #intro');
  });

  it('is refused where the link makes it longer than a text', async () => {
    await add(ana, { url: `https://calendly.example/${'x'.repeat(400)}` });
    const body = { to: candidatePhone(), body: `${'x'.repeat(1500)} #intro` };
    expect(await ana.refusal(routes.sendMessage, { body })).toBe('422 invalid');
  });

  it('harms no other that is accepted with it, each with its own person’s links', async () => {
    await add(ana);
    await add(cem, { url: 'https://calendly.example/cem' });
    const bodies = await Promise.all([
      bodyOf(ana, '#intro'),
      bodyOf(cem, '#intro'),
      bodyOf(ana, 'Hi'),
      bodyOf(cem, '{{calendar.link}}'),
    ]);
    expect(bodies).toEqual([intro.url, 'https://calendly.example/cem', 'Hi', 'https://calendly.example/cem']);
  });
});

describe('calendar.link', () => {
  const fill = (person: Recruiter) => bodyOf(person, '{{calendar.link|none}}');

  it('is the first shortcut that is on', async () => {
    expect(await fill(ana)).toBe('none');
    const { id } = await add(ana);
    await add(ana, screening);
    expect(await fill(ana)).toBe(intro.url);
    await ana.call(routes.updateCalendarShortcut, { params: { id }, body: { enabled: false } });
    expect(await fill(ana)).toBe(screening.url);
    await ana.call(routes.disableCalendarShortcuts, {});
    expect(await fill(ana)).toBe('none');
    const body = { to: candidatePhone(), body: '{{calendar.link}}' };
    expect(await ana.refusal(routes.sendMessage, { body })).toBe('422 missing_attributes');
  });

  it('is what drafts offer', async () => {
    await add(ana);
    const { conversationId } = await sendText(ana, candidatePhone(), 'Hi');
    const { response } = await ana.call(routes.draftForTemplate, {
      body: { instructions: 'Invite them to an interview', conversationId },
    });
    expect(response.text).toContain(intro.url);
  });
});
