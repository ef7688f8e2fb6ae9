import { Modal } from '@mantine/core';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import classes from './message-bubble.module.css';

export function LargerPicture({ url, onClose }: { url: string; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} size="auto" title="Picture" centered>
      <img src={url} alt="Attachment" className={classes.larger} />
    </Modal>
  );
}
