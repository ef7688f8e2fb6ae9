import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import { urlOf } from '../../lib/api/api.ts';
import { downloadFile } from '../../lib/api/download-file.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { NO_FILTER, queryOf } from './audit-query.ts';

/** The account's audit log, for its admins. */
export function ActivityScreen() {
  const [filter, setFilter] = useState(NO_FILTER);
  const { user } = useMe();
  const timezone = user.timezone;
  const download = useSave({
    save: () =>
      downloadFile(urlOf(routes.exportAuditEvents, { query: queryOf(filter, timezone) }), 'activity.csv'),
  });
  return (
    <Page
      back={{ to: paths.accountCompany, label: 'Company' }}
      title="Activity"
      lead="See who did what in your account, when, and from where. No one can change this record."
      width="wide"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          disabled={user.impersonation !== null}
          onClick={() => download.run()}
        >
          Export CSV
        </Button>
      }
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      <AuditList filter={filter} timezone={timezone} onReset={() => setFilter(NO_FILTER)} />
    </Page>
  );
}
