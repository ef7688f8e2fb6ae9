import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './code-input.module.css';
import { type ProviderMetadata, readMetadata } from './read-metadata.ts';

/** Most providers have one document with all three fields, so no one has to copy them by hand. */
export function MetadataField({ onRead }: { onRead: (metadata: ProviderMetadata) => void }) {
  const [text, setText] = useState('');
  const [isRead, setRead] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (given: string) => {
    setText(given);
    const read = given.trim() === '' ? null : readMetadata(given);
    setProblem(typeof read === 'string' ? read : null);
    setRead(read !== null && typeof read !== 'string');
    if (read !== null && typeof read !== 'string') onRead(read);
  };
  return (
    <Stack gap="xs">
      <Textarea
        label="Provider's metadata"
        description="Paste the XML or choose the file. It fills in the fields below."
        rows={3}
        spellCheck={false}
        classNames={{ input: classes.input }}
        value={text}
        error={problem}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <Group gap="sm">
        <FileButton
          accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
          onChange={(file) => {
            if (file !== null) void file.text().then(take);
          }}
        >
          {(button) => (
            <Button {...button} variant="default" size="xs" leftSection={<IconUpload size={14} />}>
              Choose file
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status">
          {isRead && 'Fields filled in from the metadata.'}
        </Text>
      </Group>
    </Stack>
  );
}
