import { Alert, Button, FileButton, Progress, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadAccountExport } from '../../lib/api/upload.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { PointList } from '../../ui/point-list.tsx';
import { Section } from '../../ui/section.tsx';
import { importChanged, importsQuery, isUnderWay } from './exports-query.ts';

/** Only in an empty account, and where one was imported. */
export function ImportSection() {
  const { data } = useQuery(importsQuery());
  const [latest] = data?.items ?? [];
  const [sent, setSent] = useState(0);
  const send = useSave({
    save: (file: File) => uploadAccountExport(file, { onProgress: setSent }),
    changes: importChanged,
  });
  const isRunning = latest !== undefined && isUnderWay(latest);
  if (!data?.canStart && latest === undefined) return null;
  const canStart = data?.canStart && !isRunning;
  return (
    <Section
      title="Import an export"
      {...(canStart && { text: 'Your account is empty, so it can take over what another one had.' })}
    >
      <Stack gap="md">
        {latest?.status === 'done' && (
          <Alert color="teal" icon={<IconCheck size={18} />} title="Everything was imported">
            People are former members now. Invite those who should sign in, and get new numbers to text from.
          </Alert>
        )}
        {latest?.status === 'failed' && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} title="Nothing was imported">
            {latest.reason}
          </Alert>
        )}
        {isRunning && (
          <div role="status">
            <Text size="sm">{latest.progress}% imported. You can leave this page.</Text>
            <Progress value={latest.progress} aria-label="Progress of the import" mt={8} />
          </div>
        )}
        {canStart && (
          <>
            <PointList
              points={[
                'Candidates, conversations and the rest come as history. Nothing is sent to anyone.',
                'People come as former members, without an invitation. Numbers stay where they are.',
                'Opt-outs count at once.',
              ]}
            />
            {send.isPending && <Progress value={sent * 100} aria-label="Upload of the file" />}
            <div>
              <FileButton accept=".zip,application/zip" onChange={(file) => file && send.run(file)}>
                {(props) => (
                  <Button {...props} variant="default" loading={send.isPending}>
                    Choose an export
                  </Button>
                )}
              </FileButton>
            </div>
          </>
        )}
      </Stack>
    </Section>
  );
}
