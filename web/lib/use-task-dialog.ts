import { useState } from 'react';

/** A dialog for one task at a time: it keeps its task while it closes, and starts over whenever it opens. */
export function useTaskDialog<Task>() {
  const [asked, setAsked] = useState<{ task: Task; time: number } | null>(null);
  const [opened, setOpened] = useState(false);
  return {
    asked,
    open(task: Task) {
      setAsked((before) => ({ task, time: (before?.time ?? 0) + 1 }));
      setOpened(true);
    },
    state: { opened, onClose: () => setOpened(false) },
  };
}
