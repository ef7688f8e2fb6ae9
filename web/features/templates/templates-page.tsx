import { Button, Select } from '@mantine/core';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Template } from '../../../contract/templates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { DeleteTemplateDialog } from './delete-template-dialog.tsx';
import type { TemplateKind } from './template-kinds.ts';
import { type TemplateAction, TemplateRow } from './template-row.tsx';
import classes from './templates.module.css';
import { type TemplateFilter, templatesQuery } from './templates-query.ts';
import { useDuplicate } from './use-duplicate.ts';
import { useReorder } from './use-reorder.ts';

const TemplateEditor = lazy(() =>
  import('./template-editor.tsx').then((module) => ({ default: module.TemplateEditor })),
);

/** One list of templates: those of the person, of the team, or for hiring managers. */
export function TemplatesPage({ kind, path }: { kind: TemplateKind; path: string }) {
  const filter: TemplateFilter = useSearch({ strict: false });
  const { search, folder } = filter;
  const navigate = useNavigate();
  const [editing, setEditing] = useState<Template | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Template | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { user } = useMe();
  const list = useInfiniteQuery(templatesQuery(kind, { search, folder }));
  const templates = itemsOf(list.data);
  const reorder = useReorder(kind, { search, folder }, templates);
  const duplicate = useDuplicate(kind);
  const [first] = list.data?.pages ?? [];
  const folders = first?.folders ?? [];
  const canAdd = kind.templateType !== 'teamTemplate' || user.userType === 'admin';

  // In the address, so that coming back shows the same ones.
  const look = (next: TemplateFilter) =>
    void navigate({ to: path, search: { search, folder, ...next } as never, replace: true });
  function act(action: TemplateAction, template: Template) {
    if (action === 'edit') setEditing(template);
    if (action === 'duplicate') duplicate.run(template);
    if (action === 'delete') setDeleting(template);
  }

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      New template
    </Button>
  );
  return (
    <Page title={kind.title} lead={kind.lead} width="account" actions={canAdd && addButton}>
      <div className={classes.above}>
        <SearchField
          className={classes.search}
          label="Search templates"
          placeholder="Search name or text"
          search={search ?? ''}
          onSearch={(text) => look({ search: text || undefined })}
          field={field}
        />
        {(folders.length > 0 || folder) && (
          <Select
            className={classes.folder}
            aria-label="Folder"
            placeholder="All folders"
            clearable
            data={[...new Set([...folders, ...(folder ? [folder] : [])])]}
            value={folder ?? null}
            onChange={(name) => look({ folder: name ?? undefined })}
          />
        )}
      </div>
      <PagedList
        list={list}
        items={templates}
        what="Your templates"
        empty={
          search || folder ? (
            <EmptyState
              title="No match"
              text={
                search ? `No template here has “${search}” in its name or text.` : 'This folder is empty.'
              }
              action={
                <Button variant="default" onClick={() => look({ search: undefined, folder: undefined })}>
                  Show all
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconTemplate size={32} stroke={1.5} />}
              title="No templates yet"
              text={kind.empty}
              action={canAdd && <Button onClick={() => setEditing('new')}>New template</Button>}
            />
          )
        }
      >
        {(shown, isBusy) => (
          <SortableList
            label={kind.title}
            items={shown}
            className={rows.list}
            isBusy={isBusy}
            onMove={reorder}
            row={(template, sorting) => (
              <TemplateRow
                key={template.id}
                template={template}
                sorting={sorting}
                onAsk={(action) => act(action, template)}
              />
            )}
          />
        )}
      </PagedList>
      <Suspense>
        {editing && (
          <TemplateEditor
            key={editing === 'new' ? 'new' : editing.id}
            kind={kind}
            template={editing === 'new' ? null : editing}
            folders={folders}
            user={user}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {deleting && (
        <DeleteTemplateDialog
          kind={kind}
          template={deleting}
          onClose={() => setDeleting(null)}
          // The row that had the focus is gone.
          onDeleted={() => field.current?.focus()}
        />
      )}
    </Page>
  );
}
