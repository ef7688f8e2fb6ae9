import { useQuery } from '@tanstack/react-query';
import classes from './ownership-codes.module.css';
import { ownershipCodesQuery } from './simulator-api.ts';

/** The candidates' phones need the room. */
const SHOWN = 3;

/** The latest calls and texts to landlines, with the code that proves ownership. */
export function OwnershipCodes() {
  const { data: codes = [] } = useQuery(ownershipCodesQuery());
  if (codes.length === 0) return null;
  return (
    <section className={classes.codes} aria-labelledby="ownership-codes">
      <h2 id="ownership-codes">Landlines</h2>
      <ul>
        {codes.slice(0, SHOWN).map(({ id, numberFormatted, way, sentence }) => (
          <li key={id}>
            <span>{way === 'call' ? `${numberFormatted} rings` : `${numberFormatted} gets a text`}</span>“
            {sentence}”
          </li>
        ))}
      </ul>
    </section>
  );
}
