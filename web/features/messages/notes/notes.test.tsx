import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Note } from '../../../../contract/notes.ts';
import * as routes from '../../../../contract/routes.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeConversation, makeId, makeMessage, makeNote, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const ben = { id: makeId(), firstName: 'Ben', lastName: 'Ortiz', avatar: null };

function open(notes: Note[] = [], user = makeUser()) {
  const conversation = makeConversation();
  const message = makeMessage({
    conversationId: conversation.id,
    body: 'Hi there',
    createdAt: '2026-11-20T15:00:00.000Z',
  });
  const inbox = createInboxApi({ conversations: [conversation], messages: [message], user });
  const kept = notes.map((note) => ({ ...note, conversationId: conversation.id }));
  inbox.api.answer(routes.listNotes, () => ({ items: kept, nextCursor: null }));
  inbox.api.answer(routes.listWhoSees, [ben, { ...user, avatar: null }]);
  inbox.api.answer(routes.createNote, ({ body }) => {
    const note = makeNote({
      ...body,
      conversationId: conversation.id,
      author: { id: user.id, firstName: 'Dana', lastName: 'Reed' },
      createdAt: new Date().toISOString(),
      can: { edit: true, delete: true },
    });
    kept.unshift(note);
    return note;
  });
  return {
    ...inbox,
    kept,
    me: user,
    conversation,
    ...renderApp(`/dashboard/messages/${conversation.id}`, { api: inbox.api }),
  };
}

const toNote = async ({ user }: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('button', { name: 'Note' }));
  return screen.findByLabelText<HTMLTextAreaElement>('Note for your team');
};

test('notes stand among the texts at their time, with who wrote them', async () => {
  const { kept } = open([
    makeNote({ body: 'After', createdAt: '2026-11-20T16:00:00.000Z' }),
    makeNote({ body: 'Before', author: null, createdAt: '2026-11-20T14:00:00.000Z' }),
  ]);
  await screen.findByText('After');
  const log = screen.getByRole('log');
  const order = [...(log.textContent ?? '').matchAll(/Before|Hi there|After/g)].map(([word]) => word);
  expect(order).toEqual(['Before', 'Hi there', 'After']);
  expect(screen.getByRole('article', { name: 'Note by Ben Ortiz' }).textContent).toContain('After');
  expect(screen.getByRole('article', { name: 'Note by A former colleague' })).toBeTruthy();
  expect(screen.getAllByLabelText('Only your team sees this')).toHaveLength(kept.length);
  expect(screen.queryByRole('button', { name: 'Edit note' })).toBeNull();
});

test('a note is added with whom it mentions, and nothing is sent', async () => {
  const page = open();
  const field = await toNote(page);
  await page.user.type(field, 'Can we pay more, @or');
  await page.user.click(await screen.findByRole('option', { name: 'Ben Ortiz' }));
  expect(field.value).toBe('Can we pay more, @Ben Ortiz ');
  await page.user.type(field, '?{Enter}');
  await waitFor(() => expect(page.api.asked(routes.createNote)).toHaveLength(1));
  expect(page.api.asked(routes.createNote)[0]?.body).toEqual({
    body: 'Can we pay more, @Ben Ortiz ?',
    mentionUserIds: [ben.id],
  });
  const note = await screen.findByRole('article', { name: 'Note by you' });
  expect(within(note).getByText('@Ben Ortiz').tagName).toBe('MARK');
  expect(field.value).toBe('');
  expect(page.api.asked(routes.sendMessage)).toEqual([]);
});

test('a text and a note that are half written stay apart, whichever is shown', async () => {
  const page = open();
  const text = await screen.findByLabelText('Text to Ana');
  await page.user.type(text, 'For Ana');
  const note = await toNote(page);
  expect(note.value).toBe('');
  await page.user.type(note, 'For us');
  await page.user.click(screen.getByRole('button', { name: 'Text, draft' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text to Ana')).value).toBe('For Ana');
  await page.user.click(screen.getByRole('button', { name: 'Note, draft' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Note for your team')).value).toBe('For us');
  expect(page.api.asked(routes.sendMessage)).toEqual([]);
  expect(page.api.asked(routes.createNote)).toEqual([]);
});

test('M writes a note, R a text again', async () => {
  const page = open();
  await screen.findByLabelText('Text to Ana');
  await page.user.keyboard('m');
  const note = await screen.findByLabelText('Note for your team');
  await waitFor(() => expect(document.activeElement).toBe(note));
  await page.user.keyboard('{Escape}r');
  const text = await screen.findByLabelText('Text to Ana');
  await waitFor(() => expect(document.activeElement).toBe(text));
});

test('a refused note stays in its field, with why', async () => {
  const page = open();
  const sentence = "Ben Ortiz can't see this conversation.";
  page.api.answer(routes.createNote, new Refusal('invalid', { mentionUserIds: [sentence] }));
  const field = await toNote(page);
  await page.user.type(field, 'Hi @Ben Ortiz{Escape}');
  await page.user.click(screen.getByRole('button', { name: 'Add note' }));
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(field.value).toBe('Hi @Ben Ortiz');
  expect(screen.getAllByText(sentence)).toHaveLength(1);
});

test('a note that is too long can’t be added', async () => {
  const page = open();
  const field = await toNote(page);
  await page.user.click(field);
  await page.user.paste('x'.repeat(10_002));
  expect((await screen.findByRole('alert')).textContent).toContain('Remove 2.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add note' }).disabled).toBe(true);
});

test('its author changes and deletes a note', async () => {
  const me = makeUser();
  const page = open(
    [
      makeNote({
        body: 'Old',
        author: { id: me.id, firstName: 'Dana', lastName: 'Reed' },
        can: { edit: true, delete: true },
      }),
    ],
    me,
  );
  const [note] = page.kept;
  if (note === undefined) throw new Error('There is no note');
  page.api.answer(routes.updateNote, ({ body }) => {
    page.kept[0] = { ...note, ...body, editedAt: '2026-11-21T15:00:00.000Z' };
    return page.kept[0];
  });
  page.api.answer(routes.deleteNote, () => {
    page.kept.splice(0);
    return { status: 'ok' as const };
  });
  await page.user.click(await screen.findByRole('button', { name: 'Edit note' }));
  const field = await screen.findByLabelText('Your note');
  await page.user.clear(field);
  await page.user.type(field, 'New');
  await page.user.click(screen.getByRole('button', { name: 'Save note' }));
  await screen.findByText('Edited');
  expect(page.api.asked(routes.updateNote)[0]).toMatchObject({
    params: { noteId: note.id },
    body: { body: 'New' },
  });
  await page.user.click(screen.getByRole('button', { name: 'Delete note' }));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

test('a colleague’s note appears live', async () => {
  const page = open();
  await page.live.connected();
  await screen.findByText('Hi there');
  page.kept.unshift(makeNote({ body: 'Just now', createdAt: new Date().toISOString() }));
  page.live.emit({ type: 'notes.updated', conversationId: page.conversation.id });
  await screen.findByText('Just now');
});
