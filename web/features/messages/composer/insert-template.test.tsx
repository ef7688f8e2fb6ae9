import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Template } from '../../../../contract/templates.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeAccount,
  makeConversation,
  makeId,
  makeInterview,
  makeMessage,
  makeTemplate,
} from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const invite = makeTemplate({
  name: 'Invite',
  body: 'Hi {{candidate.firstName|there}}, I am {{recruiter.firstName}}. Can we meet on {{interview.date}}?',
});
const thanks = makeTemplate({ name: 'Thanks', body: 'Thanks for your time' });

function open(templates: Template[] = [invite, thanks], account = makeAccount()) {
  const conversation = makeConversation();
  const inbox = createInboxApi({
    conversations: [conversation],
    messages: [makeMessage({ conversationId: conversation.id })],
  });
  inbox.api.answer(routes.getAccount, account);
  inbox.api.answer(routes.listInsertableTemplates, ({ query: { search = '' } }) =>
    templates.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())),
  );
  inbox.api.answer(routes.sendMessage, ({ body }) =>
    makeMessage({
      conversationId: conversation.id,
      direction: 'outbound',
      body: body.body,
      status: 'queued',
      templateId: body.templateId ?? null,
    }),
  );
  return {
    ...inbox,
    conversation,
    ...renderApp(`/dashboard/messages/${conversation.id}`, { api: inbox.api }),
  };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text to Ana');
const options = () =>
  screen
    .queryAllByRole('option')
    .filter((option) => option.closest('select') === null)
    .map((option) => option.textContent);
const refusal = (code: 'missing_attributes' | 'unknown_attribute' | 'invalid', details: object) =>
  Response.json({ code, message: failures[code].message, requestId: 'test', details }, { status: 422 });

test('a slash opens them by name, with how they read; the keys choose', async () => {
  const { user, api } = open();
  await user.type(await field(), '/');
  const list = await screen.findByRole('listbox', { name: 'Templates' });
  expect(options()).toEqual(['Invite', 'Thanks']);
  expect(list.parentElement?.textContent).toContain('Hi Ana, I am Dana. Can we meet on Interview date?');
  expect((await field()).getAttribute('aria-activedescendant')).toBe(
    within(list).getByRole('option', { name: 'Invite' }).id,
  );
  await user.keyboard('{ArrowDown}');
  expect(list.parentElement?.textContent).toContain('Thanks for your time');
  await user.keyboard('{Enter}');
  expect((await field()).value).toBe('Thanks for your time');
  expect(screen.queryByRole('listbox', { name: 'Templates' })).toBeNull();
  await user.keyboard(', Ana{Enter}');
  await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
  expect(api.asked(routes.sendMessage)[0]?.body).toMatchObject({
    body: 'Thanks for your time, Ana',
    templateId: thanks.id,
  });
  // The next text is one's own.
  await user.type(await field(), 'Bye{Enter}');
  await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(2));
  expect(api.asked(routes.sendMessage)[1]?.body.templateId).toBeUndefined();
});

test("uses the candidate's next interview that isn't canceled", async () => {
  const { user, api, conversation } = open();
  api.answer(routes.listInterviews, ({ query: { candidateId, order } }) => ({
    items:
      candidateId === conversation.candidate.id && order === 'soonest'
        ? [makeInterview({ status: 'canceled', startsAt: '2099-03-02T15:00:00.000Z' }), makeInterview()]
        : [],
    nextCursor: null,
  }));
  await user.type(await field(), '/Inv');
  const list = await screen.findByRole('listbox', { name: 'Templates' });
  await waitFor(() => expect(list.parentElement?.textContent).toContain('Can we meet on Tuesday, March 3?'));
  await user.keyboard('{Enter}');
  expect((await field()).value).toBe('Hi Ana, I am Dana. Can we meet on Tuesday, March 3?');
});

test('without interviews in the texts, none are loaded', async () => {
  const { user, api } = open([thanks]);
  await user.type(await field(), '/');
  await screen.findByRole('listbox', { name: 'Templates' });
  expect(api.asked(routes.listInterviews)).toEqual([]);
});

test('a template is known after the page was closed, and forgotten with the text', async () => {
  const first = open();
  await first.user.type(await field(), '/tha');
  await screen.findByRole('option', { name: 'Thanks' });
  await first.user.keyboard('{Enter}');
  first.unmount();
  const { user, api } = renderApp(`/dashboard/messages/${first.conversation.id}`, first);
  expect((await field()).value).toBe('Thanks for your time');
  await user.type(await field(), '!{Enter}');
  await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
  expect(api.asked(routes.sendMessage)[0]?.body).toMatchObject({
    body: 'Thanks for your time!',
    templateId: thanks.id,
  });
  await user.type(await field(), '/tha');
  await screen.findByRole('option', { name: 'Thanks' });
  await user.keyboard('{Enter}');
  await user.clear(await field());
  await user.type(await field(), 'Thanks for your time{Enter}');
  await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(2));
  expect(api.asked(routes.sendMessage)[1]?.body.templateId).toBeUndefined();
});

test('typing searches for one; Enter never sends the search', async () => {
  const { user, api } = open();
  await user.type(await field(), 'Hello{Shift>}{Enter}{/Shift}/tha');
  await waitFor(() => expect(options()).toEqual(['Thanks']));
  await user.keyboard('{Enter}');
  expect((await field()).value).toBe('Hello\nThanks for your time');
  expect(api.asked(routes.sendMessage)).toHaveLength(0);
});

test('Escape closes them, and a slash within a line opens none', async () => {
  const { user } = open();
  await user.type(await field(), '/');
  await screen.findByRole('listbox', { name: 'Templates' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox', { name: 'Templates' })).toBeNull();
  expect((await field()).value).toBe('/');
  expect(document.activeElement).toBe(await field());
  await user.keyboard('{Backspace}and/or');
  expect(screen.queryByRole('listbox', { name: 'Templates' })).toBeNull();
});

test('the button does the same', async () => {
  const { user } = open();
  await user.type(await field(), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Insert a template' }));
  await user.click(await screen.findByRole('option', { name: 'Thanks' }));
  expect((await field()).value).toBe('Hello\nThanks for your time');
});

test('with a plan that has none, a slash is a slash', async () => {
  const { user, api } = open([invite], makeAccount({ planType: 'payg' }));
  await user.type(await field(), '/');
  expect(api.asked(routes.listInsertableTemplates)).toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Insert a template' })).toBeNull();
});

test('a text rewritten from scratch no longer counts as the template', async () => {
  const { user, api } = open();
  await user.type(await field(), '/tha');
  await waitFor(() => expect(options()).toEqual(['Thanks']));
  await user.keyboard('{Enter}');
  await user.clear(await field());
  await user.type(await field(), 'Something else{Enter}');
  await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
  expect(api.asked(routes.sendMessage)[0]?.body.templateId).toBeUndefined();
});

test('its attachments come along as copies', async () => {
  const picture = { id: makeId(), contentType: 'image/png', bytes: 9, url: 'http://localhost/1.png' };
  const { user, api } = open([{ ...thanks, attachments: [picture] }]);
  const copy = { ...picture, id: makeId() };
  api.answer(routes.copyTemplateAttachments, [copy]);
  await user.type(await field(), '/');
  await user.click(await screen.findByRole('option', { name: 'Thanks' }));
  await screen.findByRole('button', { name: 'Remove Picture' });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
  expect(api.asked(routes.sendMessage)[0]?.body.mediaIds).toEqual([copy.id]);
});

test('with more attachments than a text can have, you choose which ones to send', async () => {
  const pictures = Array.from({ length: 6 }, () => ({
    id: makeId(),
    contentType: 'image/png',
    bytes: 9,
    url: 'http://localhost/1.png',
  }));
  const { user, api } = open([{ ...thanks, attachments: pictures }]);
  api.answer(routes.copyTemplateAttachments, () => pictures.map((one) => ({ ...one, id: makeId() })));
  for (const count of [6, 12]) {
    await user.clear(await field());
    await user.type(await field(), '/');
    await user.click(await screen.findByRole('option', { name: 'Thanks' }));
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Remove Picture' })).toHaveLength(count),
    );
  }
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(await screen.findByText('A text can have 10 pictures. Remove 2 to send it.')).toBeTruthy();
  expect(send.disabled).toBe(true);
  for (const _ of [1, 2])
    await user.click(screen.getAllByRole('button', { name: 'Remove Picture' })[0] as HTMLElement);
  expect(send.disabled).toBe(false);
});

test('what is missing is shown at the composer, and nothing is lost', async () => {
  const { user, api } = open();
  api.answer(routes.sendMessage, () =>
    refusal('missing_attributes', { attributes: ['interview.date', 'calendar.link'] }),
  );
  await user.type(await field(), '/inv');
  await waitFor(() => expect(options()).toEqual(['Invite']));
  await user.keyboard('{Enter}{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We can't fill in the interview date and calendar link. Write them yourself or remove them, then send.",
  );
  expect((await field()).value).toBe('Hi Ana, I am Dana. Can we meet on {{interview.date}}?');
  await user.type(await field(), ' Ben');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(2));
  expect(api.asked(routes.sendMessage)[1]?.body.templateId).toBe(invite.id);
});

test('what stays to be filled in is a chip, to give a fallback', async () => {
  const { user } = open();
  await user.type(await field(), '/inv');
  await waitFor(() => expect(options()).toEqual(['Invite']));
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Interview date' }));
  await user.type(await screen.findByLabelText('Fallback'), 'Monday');
  await screen.findByRole('button', { name: 'Interview date, or “Monday”' });
  expect((await field()).value).toBe('Hi Ana, I am Dana. Can we meet on {{interview.date|Monday}}?');
});

test('an attribute that does not exist is named', async () => {
  const { user, api } = open();
  api.answer(routes.sendMessage, () => refusal('unknown_attribute', { attributes: ['first_name'] }));
  await user.click(await field());
  await user.paste('Hi {{first_name}}');
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    "{{first_name}} isn't a merge attribute. Remove it, then send.",
  );
  expect((await field()).value).toBe('Hi {{first_name}}');
});

test('where the template is gone, the text goes out without it', async () => {
  const { user, api, conversation } = open();
  const gone = 'This template is gone. Send your text without it.';
  api.answer(routes.sendMessage, ({ body }) =>
    body.templateId
      ? refusal('invalid', { fields: { templateId: [gone] } })
      : makeMessage({
          conversationId: conversation.id,
          direction: 'outbound',
          body: body.body,
          status: 'queued',
        }),
  );
  await user.type(await field(), '/tha');
  await waitFor(() => expect(options()).toEqual(['Thanks']));
  await user.keyboard('{Enter}{Enter}');
  await screen.findByText(gone);
  await user.click(screen.getByRole('button', { name: 'Send without it' }));
  await screen.findByText('Queued');
  expect(screen.queryByText(gone)).toBeNull();
  expect((await field()).value).toBe('');
});
