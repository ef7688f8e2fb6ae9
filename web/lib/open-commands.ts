import { useEffect, useRef } from 'react';

/** Something to do, as the palette offers it. */
export interface Command {
  label: string;
  shortcut?: string;
  run: () => void;
}

const offers = new Set<() => Command[]>();

/** What can be done with what is open, as long as this component shows it. */
export function useOfferCommands(commands: Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const offer = () => latest.current;
    offers.add(offer);
    return () => {
      offers.delete(offer);
    };
  }, []);
}

/** In the order in which their components came. */
export const openCommands = (): Command[] => [...offers].flatMap((offer) => offer());
