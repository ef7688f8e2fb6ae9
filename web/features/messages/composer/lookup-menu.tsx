import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react';
import classes from './lookup-menu.module.css';

export interface LookupMenuHandle {
  /** Whether the key was meant for the menu. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** What every menu needs of the field it belongs to. */
export interface LookupMenuProps {
  ref: Ref<LookupMenuHandle>;
  id: string;
  query: string;
  /** With the ID of the option that is read out. */
  onActive: (id: string | undefined) => void;
}

export interface Offer {
  id: string;
  name: string;
  /** How it would read. */
  preview: ReactNode;
  pick: () => void;
}

/** Matches of a search inside a text, with a preview of the chosen one. */
export function LookupMenu({
  ref,
  id,
  label,
  offers,
  isLoading,
  nothing,
  onActive,
}: Omit<LookupMenuProps, 'query'> & {
  label: string;
  offers: Offer[];
  /** The menu stays open, since Enter must not send a search. */
  isLoading: boolean;
  /** Shown if nothing matches. */
  nothing: ReactNode;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    offers.findIndex((offer) => offer.id === chosen),
  );
  const active = offers[at];
  const optionOf = (offer: Offer) => `${id}-${offer.id}`;

  const activeOption = active && optionOf(active);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it changes
  useEffect(() => {
    onActive(activeOption);
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
    return () => onActive(undefined);
  }, [activeOption]);

  const isShown = active !== undefined || nothing !== null;
  useImperativeHandle(ref, () => ({
    onKeyDown(event) {
      if (event.key === 'Escape') return isShown;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && active) {
        const next = offers[(at + step + offers.length) % offers.length];
        setChosen(next?.id ?? null);
      } else if (event.key === 'Enter' && active) active.pick();
      else if (event.key !== 'Enter' || !isLoading) return false;
      event.preventDefault();
      return true;
    },
  }));

  if (!isShown) return null;
  return (
    // The field keeps the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: its options are chosen by the keys of the field
    <div className={classes.menu} onMouseDown={(event) => event.preventDefault()}>
      {active ? (
        <>
          <div id={id} className={classes.options} role="listbox" aria-label={label}>
            {offers.map((offer) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={offer.id}
                id={optionOf(offer)}
                className={classes.option}
                role="option"
                tabIndex={-1}
                aria-selected={offer === active}
                onMouseEnter={() => setChosen(offer.id)}
                onClick={offer.pick}
              >
                {offer.name}
              </div>
            ))}
          </div>
          <div className={classes.preview}>{active.preview}</div>
        </>
      ) : (
        <output className={classes.nothing}>{nothing}</output>
      )}
    </div>
  );
}
