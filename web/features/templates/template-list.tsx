import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Template } from '../../../contract/templates.ts';
import { type Drop, type TemplateAction, TemplateRow } from './template-row.tsx';
import classes from './templates.module.css';

/** Templates in their order. Their handles move them: by pointer, by arrow keys, or by the menu. */
export function TemplateList({
  label,
  templates,
  isBusy,
  onMove,
  onAsk,
}: {
  label: string;
  templates: Template[];
  isBusy: boolean;
  onMove: (from: number, to: number) => void;
  onAsk: (action: TemplateAction, template: Template) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [said, setSaid] = useState('');
  const refocused = useRef<string | null>(null);
  // A row that changes its place in the page loses the focus.
  useLayoutEffect(() => {
    if (refocused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${refocused.current}"]`)?.focus();
    refocused.current = null;
  });

  function move(from: number, to: number) {
    const template = templates[from];
    if (from === to || !template || !templates[to]) return;
    refocused.current = template.id;
    setSaid(`${template.name} is now ${to + 1} of ${templates.length}.`);
    onMove(from, to);
  }

  function grab(event: PointerEvent<HTMLButtonElement>, from: number) {
    if (event.button !== 0) return;
    const handle: HTMLButtonElement = event.currentTarget;
    const ended = new AbortController();
    const { signal } = ended;
    let to = from;
    const end = () => {
      ended.abort();
      setDrag(null);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener(
      'pointermove',
      ({ clientY }) => {
        to = placeAt(list.current, clientY, from);
        setDrag({ from, to });
      },
      { signal },
    );
    handle.addEventListener('pointercancel', end, { signal });
    handle.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    handle.addEventListener(
      'pointerup',
      () => {
        end();
        move(from, to);
      },
      { signal },
    );
  }

  return (
    <>
      <p id="move-template" hidden>
        Use the up and down arrow keys to move it.
      </p>
      <output className={classes.said}>{said}</output>
      <ul ref={list} className={classes.list} aria-label={label} aria-busy={isBusy}>
        {templates.map((template, index) => (
          <TemplateRow
            key={template.id}
            template={template}
            isFirst={index === 0}
            isLast={index === templates.length - 1}
            drop={drag && dropAt(drag, index)}
            onMove={(by) => move(index, index + by)}
            onGrab={(event) => grab(event, index)}
            onAsk={(action) => onAsk(action, template)}
          />
        ))}
      </ul>
    </>
  );
}

/** What a row shows while one is dragged: that it is the one, or on which side of it that would go. */
function dropAt({ from, to }: { from: number; to: number }, index: number): Drop | null {
  if (index === from) return 'dragged';
  if (index !== to) return null;
  return to < from ? 'before' : 'after';
}

/** The place that the dragged row would have: below all others whose middle is above the pointer. */
function placeAt(list: HTMLUListElement | null, y: number, from: number): number {
  return [...(list?.children ?? [])].filter((row, index) => {
    const { top, height } = row.getBoundingClientRect();
    return index !== from && top + height / 2 < y;
  }).length;
}
