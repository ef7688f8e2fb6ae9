import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { LandlineOrder } from '../../../../contract/landlines.ts';
import * as routes from '../../../../contract/routes.ts';
import { urlOf } from '../../../lib/api/api.ts';
import { downloadFile } from '../../../lib/api/download-file.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { longDate } from '../../../lib/dates.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import classes from './landlines.module.css';
import { StepHeading } from './step-heading.tsx';
import { Withdraw } from './withdraw.tsx';

/** There is nothing to do but wait, unless the carrier has its own letter to sign. */
export function ReviewStep({ order }: { order: LandlineOrder }) {
  const { user } = useMe();
  return (
    <Stack gap="md">
      <StepHeading title={`${order.phoneNumberFormatted} is being reviewed`}>
        {order.letter &&
          `Signed by ${order.letter.name} on ${longDate(order.letter.signedAt, user.timezone)}.`}
      </StepHeading>
      {order.carrierLetterTo && (
        <Alert color="orange" title="One more signature">
          The carrier emailed its own letter to {order.carrierLetterTo}. Open it and sign it. The review waits
          for your signature.
        </Alert>
      )}
      <ol className={classes.next} aria-label="What happens now">
        <li>The carrier compares the letter with what your phone company has.</li>
        <li>The carrier moves the number's texts to Hiretext. Calls stay as they are.</li>
        <li>
          It becomes your number in Hiretext, and you can text. You can close this page in the meantime.
        </li>
      </ol>
      <p className={classes.text}>
        Most numbers take two to five business days, some up to two weeks. If it takes longer, contact the
        support team through the Support tab.
      </p>
      <Group justify="space-between" gap="sm">
        <DownloadLetter />
        <Withdraw order={order} />
      </Group>
    </Stack>
  );
}

export function DownloadLetter() {
  const download = useSave({
    save: () => downloadFile(urlOf(routes.getLandlineLetter), 'letter-of-authorization.pdf'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={download.isPending}
      onClick={() => download.run()}
    >
      Download the letter
    </Button>
  );
}
