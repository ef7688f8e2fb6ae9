import { Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { CandidateForm } from './candidate-form.tsx';

/** Open while there is a candidate to edit, or a new one to add. */
export function CandidateDrawer({
  candidate,
  onClose,
}: {
  candidate: Candidate | 'new' | null;
  onClose: () => void;
}) {
  // Keeps showing what was open while it slides out, instead of an emptied form.
  const [shown, setShown] = useState<Candidate | 'new'>('new');
  useEffect(() => {
    if (candidate) setShown(candidate);
  }, [candidate]);
  const current = candidate ?? shown;
  return (
    <Drawer
      opened={candidate !== null}
      onClose={onClose}
      position="right"
      size={420}
      title={current === 'new' ? 'Add candidate' : 'Edit candidate'}
      // A click outside must not discard what was typed.
      closeOnClickOutside={false}
    >
      <CandidateForm
        key={current === 'new' ? 'new' : current.id}
        candidate={current === 'new' ? null : current}
        onDone={onClose}
      />
    </Drawer>
  );
}
