import { Button, Progress } from '@mantine/core';
import type { AccountExport } from '../../../contract/account-exports.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { dateTime, monthDay } from '../../lib/dates.ts';
import { saveFrom } from '../../lib/save-file.ts';
import { useMe } from '../../lib/session/use-me.ts';
import rows from '../../ui/rows.module.css';
import { isUnderWay } from './exports-query.ts';

export function ExportRow({ item }: { item: AccountExport }) {
  const { timezone } = useMe().user;
  const { id, url, progress, createdAt } = item;
  const download = useSave({
    save: () => call(routes.linkAccountExport, { params: { id } }),
    onDone: ({ url: link }) => saveFrom(link),
  });
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <strong>{dateTime(createdAt, timezone)}</strong>
        </div>
        <p className={rows.facts}>{stateOf(item, timezone)}</p>
        {isUnderWay(item) && <Progress value={progress} aria-label="Progress of the export" mt={8} />}
      </div>
      {url !== null && (
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.run()}>
          Download ZIP
        </Button>
      )}
    </li>
  );
}

function stateOf(
  { status, progress, bytes, withTexts, expiresAt, url }: AccountExport,
  timezone: string,
): string {
  if (status === 'queued') return 'It starts in a moment.';
  if (status === 'running') return `${progress}% done. You can leave this page.`;
  if (status === 'failed') return "We couldn't finish it. Try again, or contact us from the Support tab.";
  const what = withTexts ? '' : ', without texts';
  if (url === null || expiresAt === null) return `${inBytes(bytes ?? 0)}${what}. No longer available.`;
  return `${inBytes(bytes ?? 0)}${what}. Available until ${monthDay(expiresAt, timezone)}.`;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function inBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const format = {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat('en-US', format).format(bytes / 1000 ** power);
}
