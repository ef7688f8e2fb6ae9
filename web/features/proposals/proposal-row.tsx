import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { candidateName, personName } from '../../../contract/person-name.ts';
import type { Proposal } from '../../../contract/proposals.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { weekdayAndTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import rows from '../../ui/rows.module.css';
import { changedWords } from './changed-words.ts';
import classes from './proposals.module.css';
import { proposalsChanged } from './proposals-query.ts';

/** A proposed text, and what a person can do about it. `isNamed`: with the candidate. */
export function ProposalRow({ proposal, isNamed = false }: { proposal: Proposal; isNamed?: boolean }) {
  const { timezone } = useMe().user;
  const [isEditing, setEditing] = useState(false);
  const params = { id: proposal.id };
  const approve = useSave({
    save: (body: { body?: string }) => call(routes.approveProposal, { params, body }),
    changes: proposalsChanged,
    done: proposal.scheduledAt === null ? 'Text sent' : 'Text scheduled',
    onDone: () => setEditing(false),
  });
  const decline = useSave({
    save: () => call(routes.declineProposal, { params }),
    changes: proposalsChanged,
    done: 'Text declined',
  });
  const isBusy = approve.isPending || decline.isPending;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          {isNamed && (
            <Link
              to={paths.conversation}
              params={{ conversationId: proposal.conversationId }}
              className={rows.name}
            >
              {candidateName(proposal.candidate)}
            </Link>
          )}
          <span className={classes.by}>
            {`Proposed by ${proposerOf(proposal)}`}
            {proposal.scheduledAt !== null && ` · for ${weekdayAndTime(proposal.scheduledAt, timezone)}`}
          </span>
        </div>
        <p className={classes.body}>{proposal.body}</p>
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            loading={approve.isPending}
            disabled={isBusy}
            onClick={() => approve.run({})}
          >
            Approve
          </Button>
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={decline.isPending}
            disabled={isBusy}
            onClick={() => decline.run()}
          >
            Decline
          </Button>
        </div>
      </div>
      {isEditing && (
        <EditDialog
          proposal={proposal}
          isSaving={approve.isPending}
          onSend={(body) => approve.run({ body })}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  );
}

/** Assistant (Ana Lopez's key), or a colleague. */
function proposerOf({ by }: Proposal): string {
  return by.client === null ? personName(by) : `${by.client} (key of ${personName(by)})`;
}

function EditDialog({
  proposal,
  isSaving,
  onSend,
  onClose,
}: {
  proposal: Proposal;
  isSaving: boolean;
  onSend: (body: string) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: { body: proposal.body },
    validate: { body: (body: string) => (body.trim() === '' ? 'The text is required' : null) },
  });
  return (
    <FormDialog
      title={`Text to ${candidateName(proposal.candidate)}`}
      form={form}
      submit={proposal.scheduledAt === null ? 'Send' : 'Schedule'}
      isSaving={isSaving}
      onSubmit={({ body }) => onSend(body)}
      onClose={onClose}
    >
      <Textarea
        label="Text"
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        {...form.getInputProps('body')}
      />
      {form.isDirty() && (
        <div className={classes.proposed}>
          Your changes
          <blockquote className={classes.quote}>
            <Changes before={proposal.body} after={form.values.body} />
          </blockquote>
        </div>
      )}
    </FormDialog>
  );
}

const TAGS = { gone: 'del', new: 'ins', same: 'span' } as const;

function Changes({ before, after }: { before: string; after: string }) {
  return changedWords(before, after).map(({ kind, text }, index) => {
    const Tag = TAGS[kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are made from the start with each letter.
    return <Tag key={index}>{text}</Tag>;
  });
}
