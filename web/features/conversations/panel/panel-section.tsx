import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { personalStorage } from '../../../lib/personal-storage.ts';
import classes from './panel.module.css';

/** Loaded when it is opened, which is remembered. */
export function PanelSection({ name, children }: { name: string; children: ReactNode }) {
  const key = `panelSection:${name}`;
  const [isOpen, setOpen] = useState(() => personalStorage.get(key) === 'open');
  const id = useId();
  function toggle() {
    if (isOpen) personalStorage.remove(key);
    else personalStorage.set(key, 'open');
    setOpen(!isOpen);
  }
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionTitle}>
        <button
          type="button"
          className={classes.sectionButton}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          {name}
        </button>
      </h3>
      <div id={id} className={classes.sectionBody} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
