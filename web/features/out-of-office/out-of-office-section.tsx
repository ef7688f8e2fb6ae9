import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Section } from '../../ui/section.tsx';
import { OutOfOfficeForm } from './out-of-office-form.tsx';
import { OUT_OF_OFFICE_ID } from './out-of-office-query.ts';

export function OutOfOfficeSection() {
  const place = useRef<HTMLDivElement>(null);
  const isAskedFor = useLocation({ select: ({ hash }) => hash === OUT_OF_OFFICE_ID });
  // The router has looked for the place before the page was there.
  useEffect(() => {
    if (isAskedFor) place.current?.scrollIntoView();
  }, [isAskedFor]);
  return (
    <div ref={place} id={OUT_OF_OFFICE_ID}>
      <Section
        title="Out of office"
        text="Choose what candidates hear and who covers for you while you're away."
      >
        <OutOfOfficeForm />
      </Section>
    </div>
  );
}
