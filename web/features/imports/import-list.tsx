import { Badge, Button, Progress } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ERASED_PERSON } from '../../../contract/audit.ts';
import type { Import, ImportStatus } from '../../../contract/imports.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { call, urlOf } from '../../lib/api/api.ts';
import { downloadFile } from '../../lib/api/download-file.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { longDate } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import classes from './imports.module.css';
import { importsChanged, importsQuery, lookWhileRunning } from './imports-query.ts';

/** Past imports, and how far those that are running have come. */
export function ImportList() {
  const list = useInfiniteQuery({ ...importsQuery(), refetchInterval: lookWhileRunning });
  return (
    <section className={classes.past} aria-labelledby="past-imports">
      <h2 id="past-imports" className={classes.subtitle}>
        Imports
      </h2>
      <PagedList list={list} items={itemsOf(list.data)} what="Imports" empty="Nothing was imported yet.">
        {(imports) => (
          <ul className={rows.list} aria-label="Imports">
            {imports.map((each) => (
              <Row key={each.id} item={each} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const statuses: Record<ImportStatus, { label: string; color: string }> = {
  queued: { label: 'Waiting', color: 'gray' },
  running: { label: 'Running', color: 'blue' },
  done: { label: 'Done', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
  undone: { label: 'Undone', color: 'gray' },
};

function Row({ item }: { item: Import }) {
  const { timezone } = useMe().user;
  const [isUndoing, setIsUndoing] = useState(false);
  const download = useSave({
    save: () =>
      downloadFile(urlOf(routes.getRefusedRows, { params: { id: item.id } }), refusedName(item.fileName)),
  });
  const { label, color } = statuses[item.status];
  const isRunning = item.status === 'queued' || item.status === 'running';
  return (
    <li className={`${rows.row} ${classes.import}`}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <strong className={classes.fileName}>{item.fileName}</strong>
          <Badge variant="light" color={color}>
            {label}
          </Badge>
        </div>
        {isRunning && item.finishedAt === null && (
          <Progress
            my={6}
            value={(item.processed / Math.max(item.total, 1)) * 100}
            aria-label={`${item.processed} of ${counted(item.total, 'row')}`}
          />
        )}
        <p className={rows.facts}>{countsOf(item)}</p>
        <p className={rows.facts}>
          {item.createdBy ? personName(item.createdBy) : ERASED_PERSON} · {longDate(item.createdAt, timezone)}
        </p>
      </div>
      <div className={classes.tools}>
        {item.can.downloadRefused && (
          <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.run()}>
            Download refused rows
          </Button>
        )}
        {item.kind === 'candidates' && item.status === 'done' && (
          <Button
            renderRoot={(props) => <Link to={paths.newBroadcast} search={{ importId: item.id }} {...props} />}
            variant="default"
            size="xs"
            aria-label={`Text everyone in ${item.fileName}`}
          >
            Text them
          </Button>
        )}
        {item.can.undo && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Undo the import of ${item.fileName}`}
            onClick={() => setIsUndoing(true)}
          >
            Undo
          </Button>
        )}
      </div>
      {isUndoing && <UndoDialog item={item} onClose={() => setIsUndoing(false)} />}
    </li>
  );
}

function countsOf({
  kind,
  created,
  updated,
  duplicates,
  refused,
  processed,
  total,
  finishedAt,
}: Import): string {
  const all = [
    kind === 'candidates'
      ? `${counted(created, 'candidate')} added`
      : `${counted(created, 'number')} opted out`,
    updated > 0 && `${updated.toLocaleString('en-US')} ${kind === 'candidates' ? 'updated' : 'already were'}`,
    duplicates > 0 && counted(duplicates, 'duplicate'),
    refused > 0 && `${refused.toLocaleString('en-US')} refused`,
  ].filter(Boolean);
  const far = `${processed.toLocaleString('en-US')} of ${counted(total, 'row')}`;
  return finishedAt === null ? far : all.join(', ');
}

const refusedName = (fileName: string) =>
  fileName.replace(/(\.\w+)?$/, (ending) => `-refused${ending || '.csv'}`);

function UndoDialog({ item, onClose }: { item: Import; onClose: () => void }) {
  const undo = useSave({
    save: () => call(routes.undoImport, { params: { id: item.id } }),
    done: ({ status }) => (status === 'undone' ? 'Import undone' : 'The import is being undone'),
    changes: importsChanged,
    onDone: onClose,
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title="Undo this import?"
      confirm="Undo import"
      isPending={undo.isPending}
      onConfirm={() => undo.run()}
      onClose={onClose}
    >
      {item.kind === 'candidates'
        ? 'Candidates it added are removed, and what it changed becomes what it was. Those you have used or changed since stay as they are.'
        : 'Its numbers can be texted again, unless they have opted out themselves since.'}
    </ConfirmDialog>
  );
}
