import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { attachableTypes } from '../../../contract/media.ts';
import type { useAttachments } from './use-attachments.ts';

/** Picks pictures from the device. */
export function AttachButton({
  pictures,
}: {
  pictures: Pick<ReturnType<typeof useAttachments>, 'add' | 'full'>;
}) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip label="Attach a picture">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Attach a picture"
          disabled={pictures.full}
          onClick={() => files.current?.click()}
        >
          <IconPhotoPlus size={18} />
        </ActionIcon>
      </Tooltip>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={attachableTypes.join(',')}
        aria-label="Pictures"
        onChange={(event) => {
          pictures.add(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
