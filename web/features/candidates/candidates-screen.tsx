import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { CandidateDrawer } from './candidate-drawer.tsx';
import { CandidateList } from './candidate-list.tsx';
import classes from './candidates-screen.module.css';
import { DeleteCandidateDialog } from './delete-candidate-dialog.tsx';

const SEARCH_PAUSE_MS = 200;

const route = getRouteApi(`/asking${paths.candidates}`);

export function CandidatesScreen() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  const [editing, setEditing] = useState<Candidate | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Candidate | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // In the address, so that coming back from a conversation shows the same candidates.
  const find = useDebouncedCallback((text: string) => {
    void navigate({ search: text.trim() ? { search: text.trim() } : {}, replace: true });
  }, SEARCH_PAUSE_MS);

  function type(text: string) {
    setTyped(text);
    find(text);
  }

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      Add candidate
    </Button>
  );
  return (
    <Page title="Candidates" width="full" actions={addButton}>
      <TextInput
        ref={field}
        className={classes.search}
        type="search"
        placeholder="Search name, number or email"
        aria-label="Search candidates"
        leftSection={<IconSearch size={16} />}
        rightSection={
          typed && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label="Clear search"
              onClick={() => {
                type('');
                field.current?.focus();
              }}
            >
              <IconX size={14} />
            </ActionIcon>
          )
        }
        value={typed}
        maxLength={100}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') type('');
        }}
      />
      <CandidateList
        search={search}
        onAdd={() => setEditing('new')}
        onEdit={setEditing}
        onDelete={setDeleting}
      />
      <CandidateDrawer candidate={editing} onClose={() => setEditing(null)} />
      <DeleteCandidateDialog
        candidate={deleting}
        onClose={() => setDeleting(null)}
        // The row that had the focus is gone.
        onDeleted={() => field.current?.focus()}
      />
    </Page>
  );
}
