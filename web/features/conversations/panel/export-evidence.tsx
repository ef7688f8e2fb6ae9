import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import * as routes from '../../../../contract/routes.ts';
import { urlOf } from '../../../lib/api/api.ts';
import { downloadFile } from '../../../lib/api/download-file.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { useMe } from '../../../lib/session/use-me.ts';

/** For admins: everything that was sent, received and agreed for the number, as a file. */
export function ExportEvidence({ phoneNumber }: { phoneNumber: string }) {
  const { user } = useMe();
  const download = useSave({
    save: (format: 'csv' | 'pdf') =>
      downloadFile(
        urlOf(routes.getConsentEvidence, { query: { phoneNumber, format } }),
        `consent-evidence-${phoneNumber.slice(1)}.${format}`,
      ),
  });
  if (user.userType !== 'admin') return null;
  return (
    <Group gap="xs" mt="xs">
      {(['csv', 'pdf'] as const).map((format) => (
        <Button
          key={format}
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} />}
          loading={download.isPending && download.variables === format}
          disabled={user.impersonation !== null}
          onClick={() => download.run(format)}
        >
          Evidence ({format.toUpperCase()})
        </Button>
      ))}
    </Group>
  );
}
