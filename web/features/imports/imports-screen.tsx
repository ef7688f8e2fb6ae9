import { Alert } from '@mantine/core';
import { useState } from 'react';
import { MAX_IMPORT_BYTES, MOST_IMPORTED_ROWS } from '../../../contract/imports.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { DropArea } from './drop-area.tsx';
import { ImportList } from './import-list.tsx';
import type { Chosen } from './imports-query.ts';
import { NewImport } from './new-import.tsx';
import { WaitingForOptOuts } from './waiting-for-opt-outs.tsx';

/** Bring in a list of people, or of those who want no texts. */
export function ImportsScreen() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { account } = useMe();

  function choose(file: File) {
    setProblem(null);
    if (file.size > MAX_IMPORT_BYTES)
      return setProblem(`Files can have up to ${MAX_IMPORT_BYTES / 1_000_000} MB. Split this one.`);
    setChosen({
      file,
      key: crypto.randomUUID(),
      kind: account.optOutsFirst ? 'optOuts' : 'candidates',
      country: 'US',
      mapping: null,
    });
  }

  return (
    <Page
      title="Import"
      lead="Add candidates from a CSV or Excel file, or stop texts to people who opted out elsewhere."
      back={{ to: paths.candidates, label: 'Candidates' }}
      width="wide"
    >
      {account.optOutsFirst && <WaitingForOptOuts />}
      {chosen === null ? (
        <DropArea
          onFile={choose}
          hint={`CSV or XLSX, up to ${MAX_IMPORT_BYTES / 1_000_000} MB and ${MOST_IMPORTED_ROWS.toLocaleString('en-US')} rows`}
        />
      ) : (
        <NewImport key={chosen.key} chosen={chosen} onChange={setChosen} onClose={() => setChosen(null)} />
      )}
      {problem !== null && (
        <Alert color="red" mt="md" role="alert">
          {problem}
        </Alert>
      )}
      <ImportList />
    </Page>
  );
}
