import { ActionIcon, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Attachment } from './use-attachments.ts';
import classes from './writing.module.css';

export function AttachmentList({
  attachments,
  onRemove,
}: {
  attachments: readonly Attachment[];
  onRemove: (key: string) => void;
}) {
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.attachments}>
      {attachments.map((one) => (
        <li key={one.key} className={classes.attachment} data-refused={one.error ? true : undefined}>
          {one.error ? (
            <span className={classes.refused} role="alert">
              {one.name}: {one.error}
            </span>
          ) : (
            <img src={one.previewUrl} alt={one.name} />
          )}
          {!one.error && !one.media && (
            <Progress
              className={classes.progress}
              value={one.progress * 100}
              size="xs"
              aria-label={`Uploading ${one.name}`}
            />
          )}
          <ActionIcon
            className={classes.removeAttachment}
            size="xs"
            radius="xl"
            variant="filled"
            color="dark"
            aria-label={`Remove ${one.name}`}
            onClick={() => onRemove(one.key)}
          >
            <IconX size={12} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
