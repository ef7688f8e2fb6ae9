import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Proposal } from '../../../contract/proposals.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeConversation, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

function open(path?: string) {
  const user = makeUser();
  const conversation = makeConversation();
  const { api } = createInboxApi({ conversations: [conversation], user });
  const proposal: Proposal = {
    id: makeId(),
    conversationId: conversation.id,
    candidate: conversation.candidate,
    body: 'Still free on Friday?',
    scheduledAt: null,
    status: 'waiting',
    by: { userId: user.id, firstName: 'Ana', lastName: 'Lopez', keyId: makeId(), client: 'Assistant' },
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 3600_000).toISOString(),
    messageId: null,
    can: { approve: true, decline: true, withdraw: false },
  };
  const items = [proposal];
  const settle = (status: Proposal['status']) => () => {
    items.length = 0;
    return { ...proposal, status };
  };
  api.answer(routes.listProposals, () => ({ items, nextCursor: null }));
  api.answer(routes.approveProposal, settle('approved'));
  api.answer(routes.declineProposal, settle('declined'));
  return {
    ...renderApp(path ?? paths.conversation.replace('$conversationId', conversation.id), { api }),
    api,
    proposal,
  };
}

test('a proposed text is above the composer, and is sent with one click', async () => {
  const { user, api } = open();
  const list = await screen.findByRole('list', { name: 'Proposed texts' });
  expect(list.textContent).toContain('Proposed by Assistant (key of Ana Lopez)');
  expect(screen.getByRole('link', { name: '1 text to approve' })).toBeDefined();
  await user.click(within(list).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Proposed texts' })).toBeNull());
  expect(api.asked(routes.approveProposal)[0]?.body).toEqual({});
  expect(screen.queryByRole('link', { name: '1 text to approve' })).toBeNull();
});

test('it is sent in other words, beside what was proposed', async () => {
  const { user, api } = open(paths.proposals);
  const list = await screen.findByRole('list', { name: 'Proposed texts' });
  await user.click(within(list).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByLabelText('Text');
  await user.clear(field);
  await user.click(within(dialog).getByRole('button', { name: 'Send' }));
  await within(dialog).findByText('The text is required');
  await user.type(field, 'Free on Monday?');
  expect([...dialog.querySelectorAll('del, ins')].map(({ textContent }) => textContent)).toEqual([
    'Still free ',
    'Free ',
    'Friday?',
    'Monday?',
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Send' }));
  await screen.findByText('Nothing to approve');
  expect(api.asked(routes.approveProposal)[0]?.body).toEqual({ body: 'Free on Monday?' });
});

test('it is declined, or the reason is shown why it is too late', async () => {
  const { user, api } = open(paths.proposals);
  const list = await screen.findByRole('list', { name: 'Proposed texts' });
  api.answer(routes.approveProposal, new Refusal('proposal_stale'));
  await user.click(within(list).getByRole('button', { name: 'Approve' }));
  await screen.findByText(/has changed since this text was proposed/);
  await user.click(within(list).getByRole('button', { name: 'Decline' }));
  await screen.findByText('Nothing to approve');
  expect(api.asked(routes.declineProposal)).toHaveLength(1);
});
