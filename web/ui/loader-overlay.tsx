import { useMutationState } from '@tanstack/react-query';
import classes from './loader-overlay.module.css';

/** Over the whole page while something is under way that everything else has to wait for. */
export function LoaderOverlay() {
  const texts = useMutationState({
    filters: { status: 'pending', predicate: ({ meta }) => meta?.loader !== undefined },
    select: ({ meta }) => meta?.loader,
  });
  const text = texts.at(-1);
  return (
    <div aria-live="polite">
      {text && (
        <div className={classes.overlay}>
          <div className={classes.box}>
            <span className={classes.ring} />
            {`${text}...`}
          </div>
        </div>
      )}
    </div>
  );
}
