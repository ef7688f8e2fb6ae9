import { Button } from '@mantine/core';
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CandidateDrawer } from './candidate-drawer.tsx';
import { CandidateFilters } from './candidate-filters.tsx';
import { CandidateList } from './candidate-list.tsx';
import classes from './candidates-screen.module.css';
import type { CandidatesSearch } from './candidates-search.ts';
import { DeleteCandidateDialog } from './delete-candidate-dialog.tsx';

const route = getRouteApi(paths.candidates);

export function CandidatesScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<Candidate | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Candidate | null>(null);
  const field = useRef<HTMLInputElement>(null);

  /** In the address: Back leads to what was shown before, and a link shows the same to a colleague. */
  const change = (changed: CandidatesSearch, { replace = false } = {}) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace });

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      Add candidate
    </Button>
  );
  const { userType, seat } = useMe().user;
  const isAdmin = userType === 'admin';
  const mayImport = isAdmin || seat?.seatRole === 'recruiter';
  return (
    <Page title="Candidates" width="full" actions={addButton}>
      <div className={classes.above}>
        <SearchField
          className={classes.search}
          label="Search candidates"
          placeholder="Search name, number, email, job or tag"
          search={search.search ?? ''}
          onSearch={(text) => change({ search: text || undefined }, { replace: true })}
          field={field}
        />
        {mayImport && (
          <Button
            component={Link}
            to={paths.candidateImports}
            variant="subtle"
            color="gray"
            leftSection={<IconFileImport size={16} />}
          >
            Import
          </Button>
        )}
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
      <CandidateFilters search={search} onChange={change} />
      <CandidateList
        search={search}
        onClear={() => void navigate({ search: {} })}
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
