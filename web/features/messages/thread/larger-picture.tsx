import { Modal } from '@mantine/core';
import classes from './message-bubble.module.css';

export function LargerPicture({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} size="auto" title="Picture" centered>
      <img src={url} alt="Attachment" className={classes.larger} />
    </Modal>
  );
}
