import { Alert, Button, Group, Loader, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportKind, ImportPreview } from '../../../contract/imports.ts';
import * as routes from '../../../contract/routes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { uploadList } from '../../lib/api/upload.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { ConsentBasis, type GivenBasis } from './consent-basis.tsx';
import { countries } from './countries.ts';
import classes from './imports.module.css';
import { type Chosen, fieldsOf, importsChanged, previewQuery } from './imports-query.ts';
import { MappingTable } from './mapping-table.tsx';
import { PreviewTable } from './preview-table.tsx';

/** What is in the file, what becomes of it, and how its people agreed. */
export function NewImport({
  chosen,
  onChange,
  onClose,
}: {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  onClose: () => void;
}) {
  const preview = useQuery(previewQuery(chosen));
  return (
    <section className={classes.chosen} aria-label={`Import ${chosen.file.name}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div className={classes.fileName}>
          <strong>{chosen.file.name}</strong>
          {preview.data && <span> · {counted(preview.data.total, 'row')}</span>}
        </div>
        <Button variant="subtle" color="gray" size="xs" flex="none" onClick={onClose}>
          Choose another file
        </Button>
      </Group>
      <Kind chosen={chosen} onChange={onChange} />
      {preview.isPending && <Loader size="sm" aria-label="Reading the file" />}
      {preview.isError && (
        <Alert color="red" role="alert">
          {sentenceOf(preview.error)}
        </Alert>
      )}
      {preview.data && !preview.isError && (
        <Previewed chosen={chosen} preview={preview.data} onChange={onChange} onDone={onClose} />
      )}
    </section>
  );
}

function Kind({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const isAdmin = useMe().user.userType === 'admin';
  return (
    <Group gap="md" align="flex-end">
      {isAdmin && (
        <SegmentedControl
          aria-label="What the file has"
          value={chosen.kind}
          onChange={(kind) => onChange({ ...chosen, kind: kind as ImportKind })}
          data={[
            { value: 'candidates', label: 'Candidates' },
            { value: 'optOuts', label: 'People who opted out' },
          ]}
        />
      )}
      <NativeSelect
        label="Numbers without a country code are from"
        value={chosen.country}
        data={countries()}
        onChange={({ currentTarget: { value } }) => onChange({ ...chosen, country: value })}
      />
    </Group>
  );
}

function Previewed({
  chosen,
  preview,
  onChange,
  onDone,
}: {
  chosen: Chosen;
  preview: ImportPreview;
  onChange: (chosen: Chosen) => void;
  onDone: () => void;
}) {
  const [basis, setBasis] = useState<GivenBasis>({ isGiven: null, consent: null });
  const start = useSave({
    save: () =>
      uploadList(routes.startImport, chosen.file, {
        ...fieldsOf({ ...chosen, mapping: preview.mapping }),
        ...(basis.consent === null ? {} : { consent: JSON.stringify(basis.consent) }),
      }),
    showsAll: true,
    changes: importsChanged,
    onDone,
  });
  const hasPhones = Object.values(preview.mapping).includes('phoneNumber');
  const isOptOuts = chosen.kind === 'optOuts';
  const isReady = hasPhones && (isOptOuts || basis.isGiven === false || basis.consent !== null);
  return (
    <>
      <MappingTable
        preview={preview}
        kind={chosen.kind}
        onChange={(mapping) => onChange({ ...chosen, mapping })}
      />
      {!hasPhones && (
        <Alert color="orange" role="alert">
          Choose the column with the phone numbers.
        </Alert>
      )}
      <PreviewTable preview={preview} kind={chosen.kind} />
      {!isOptOuts && <ConsentBasis onChange={setBasis} />}
      {start.isError && (
        <Alert color="red" role="alert">
          {sentenceOf(start.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button disabled={!isReady} loading={start.isPending} onClick={() => start.run()}>
          {isOptOuts
            ? `Stop texts to ${counted(preview.total, 'number')}`
            : `Import ${counted(preview.total, 'row')}`}
        </Button>
      </Group>
    </>
  );
}

/** What is wrong with the file, rather than that something is. */
function sentenceOf(error: Error): string {
  const fields = error instanceof ApiError ? (error.details?.fields as Record<string, string[]>) : undefined;
  return Object.values(fields ?? {})[0]?.[0] ?? error.message;
}
