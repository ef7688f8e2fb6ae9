import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EXPORT_DAYS } from '../../../contract/account-exports.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import { PointList } from '../../ui/point-list.tsx';
import rows from '../../ui/rows.module.css';
import { Section } from '../../ui/section.tsx';
import { ExportRow } from './export-row.tsx';
import { exportsChanged, exportsQuery, isUnderWay } from './exports-query.ts';
import { ImportSection } from './import-section.tsx';

/** Everything the account has, out and in. */
export function ExportsScreen() {
  const list = useInfiniteQuery(exportsQuery());
  const items = itemsOf(list.data);
  const start = useSave({
    save: () => call(routes.startAccountExport, { body: { kind: 'account' } }),
    changes: exportsChanged,
    done: 'Export started',
  });
  return (
    <Page
      back={{ to: paths.accountCompany, label: 'Company' }}
      title="Export and import"
      lead="One file with everything your account has, as it is at one moment."
      width="account"
    >
      <Section title="Export everything" text="Only admins can start an export, and download it.">
        <Stack gap="md">
          <PointList
            points={[
              'Candidates, conversations, texts, pictures, notes, consent history, templates, jobs and the rest, as JSON lines and CSV.',
              'No passwords, keys or connections to other systems, and no deleted candidates: to take them along, restore them first.',
              `You get an email when it's ready. The file is kept for ${EXPORT_DAYS} days.`,
            ]}
          />
          <div>
            <Button loading={start.isPending} disabled={items?.some(isUnderWay)} onClick={() => start.run()}>
              Export everything
            </Button>
          </div>
        </Stack>
      </Section>
      <Section title="Your exports">
        <PagedList
          list={list}
          items={items}
          what="Exports"
          empty="No one exported the account in the last 30 days."
        >
          {(exports) => (
            <ul className={rows.list} aria-label="Exports">
              {exports.map((each) => (
                <ExportRow key={each.id} item={each} />
              ))}
            </ul>
          )}
        </PagedList>
      </Section>
      <ImportSection />
    </Page>
  );
}
