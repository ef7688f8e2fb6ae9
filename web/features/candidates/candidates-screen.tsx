import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CandidateDrawer } from './candidate-drawer.tsx';
import { CandidateList } from './candidate-list.tsx';
import classes from './candidates-screen.module.css';
import { DeleteCandidateDialog } from './delete-candidate-dialog.tsx';

const route = getRouteApi(paths.candidates);

export function CandidatesScreen() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<Candidate | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Candidate | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      Add candidate
    </Button>
  );
  const isAdmin = useMe().user.userType === 'admin';
  return (
    <Page title="Candidates" width="full" actions={addButton}>
      <div className={classes.above}>
        <SearchField
          className={classes.search}
          label="Search candidates"
          placeholder="Search name, number, email or tag"
          search={search}
          // In the address, so that coming back from a conversation shows the same candidates.
          onSearch={(text) => void navigate({ search: text ? { search: text } : {}, replace: true })}
          field={field}
        />
        {isAdmin && (
          <Button
            component={Link}
            to={paths.deletedCandidates}
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={16} />}
          >
            Deleted candidates
          </Button>
        )}
      </div>
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
