import { Button, Group, Modal, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import type { User } from '../../../../contract/users.ts';
import { uploadAvatar } from '../../../lib/api/upload.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import classes from './crop-dialog.module.css';

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MAX_ZOOM = 4;
/** Twice what the server keeps, for its own scaling to have enough to work with. */
const SIDE = 512;

export function CropDialog({
  address,
  opened,
  onClose,
  onUploaded,
}: {
  address: string;
  opened: boolean;
  onClose: () => void;
  /** Also when this was closed meanwhile. */
  onUploaded: (user: User) => void;
}) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const save = useSave({
    save: async (cut: Area) => uploadAvatar(await cutOut(address, cut)),
    keep: (_, now) => onUploaded(now),
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Your picture">
      <Stack gap="md">
        <div className={classes.stage}>
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            cropperProps={{ role: 'application', 'aria-label': 'Picture. Move it with the arrow keys.' }}
          />
        </div>
        <Text size="sm" c="dimmed">
          Drag the picture or move it with the arrow keys.
        </Text>
        <div>
          <Text size="sm" aria-hidden>
            Zoom
          </Text>
          <Slider
            thumbLabel="Zoom"
            label={null}
            min={1}
            max={MAX_ZOOM}
            step={0.1}
            value={zoom}
            onChange={setZoom}
          />
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={area === null}
            loading={save.isPending}
            onClick={() => area && save.run(area, { onDone: onClose })}
          >
            Save picture
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Cut here, so that a large photo need not travel, nor what surrounds the person in it. */
async function cutOut(address: string, area: Area): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be cut'))),
      'image/png',
    );
  });
}
