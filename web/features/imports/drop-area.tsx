import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import classes from './imports.module.css';

/** Where a file is dropped, or chosen. */
export function DropArea({ onFile, hint }: { onFile: (file: File) => void; hint: string }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <IconFileImport size={28} stroke={1.5} aria-hidden />
      <div>
        Drop a file here, or{' '}
        <Button variant="default" size="xs" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
      <p className={classes.hint}>{hint}</p>
      <input
        ref={input}
        className={classes.file}
        type="file"
        aria-label="File to import"
        tabIndex={-1}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
