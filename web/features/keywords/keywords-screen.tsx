import { Button, Text } from '@mantine/core';
import { IconPlus, IconQrcode } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Keyword } from '../../../contract/keywords.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { KeywordDialog } from './keyword-dialog.tsx';
import { KeywordRow } from './keyword-row.tsx';
import { keywordsChanged, keywordsQuery } from './keywords-query.ts';

export function KeywordsScreen() {
  const { user } = useMe();
  const list = useInfiniteQuery(keywordsQuery());
  const [editing, setEditing] = useState<Keyword | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Keyword | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const canAdd = Boolean(user.seat?.twilioNumber);
  return (
    <Page
      title="Keywords"
      lead="Words that candidates text to your number to join, such as JOBS on a poster."
      width="account"
      actions={
        canAdd && (
          <Button ref={add} leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
            New keyword
          </Button>
        )
      }
    >
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Your keywords"
        empty={
          <EmptyState
            icon={<IconQrcode size={32} stroke={1.5} />}
            title="No keywords yet"
            text={
              canAdd
                ? 'Put a word and your number on a sign. Candidates text it, agree to get texts, and tell you who they are.'
                : 'Get a number first. Then candidates can text you a keyword.'
            }
            action={
              canAdd ? (
                <Button onClick={() => setEditing('new')}>New keyword</Button>
              ) : (
                <Button component={Link} to={paths.getNumber}>
                  Get a number
                </Button>
              )
            }
          />
        }
      >
        {(keywords) => (
          <ul className={rows.list} aria-label="Keywords">
            {keywords.map((keyword) => (
              <KeywordRow
                key={keyword.id}
                keyword={keyword}
                isOwn={keyword.owner?.id === user.id}
                onEdit={() => setEditing(keyword)}
                onDelete={() => setDeleting(keyword)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {editing && (
        <KeywordDialog
          key={editing === 'new' ? 'new' : editing.id}
          keyword={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && (
        <DeleteKeywordDialog
          keyword={deleting}
          onClose={() => setDeleting(null)}
          // The row that had the focus is gone.
          onDeleted={() => add.current?.focus()}
        />
      )}
    </Page>
  );
}

function DeleteKeywordDialog({
  keyword: { id, keyword },
  onClose,
  onDeleted,
}: {
  keyword: Keyword;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useSave({
    save: () => unlessGone(call(routes.deleteKeyword, { params: { id } })),
    done: 'Keyword deleted',
    keep: async (queryClient) => {
      await keywordsChanged(queryClient);
      onDeleted();
    },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${keyword}?`}
      confirm="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <Text>
        Candidates who text it won't get an answer, so take down your posters. What they agreed to stays on
        record.
      </Text>
    </ConfirmDialog>
  );
}
