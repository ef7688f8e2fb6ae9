import { Button } from '@mantine/core';
import type { RegistrationField, RegistrationFinding } from '../../../contract/registration.ts';
import classes from './registration.module.css';
import { fieldNames } from './words.ts';

/** What reviewers refuse or may ask about, each with how to fix it and, in the form, a way to its field. */
export function FindingList({
  findings,
  change,
}: {
  findings: RegistrationFinding[];
  change?: (field: RegistrationField) => void;
}) {
  return (
    <ul className={classes.findings} aria-label="Findings">
      {findings.map(({ field, severity, sentence, fix }) => (
        <li key={`${field} ${sentence}`} data-severity={severity}>
          <div>
            {field && <div className={classes.fix}>{fieldNames[field]}</div>}
            {change && <strong>{severity === 'refusal' ? 'Fix: ' : 'Check: '}</strong>}
            {sentence}
            {fix && <div className={classes.fix}>{fix}</div>}
          </div>
          {change && field && (
            <Button
              variant="default"
              size="compact-sm"
              flex="none"
              aria-label={`Change: ${sentence}`}
              onClick={() => change(field)}
            >
              Change
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
