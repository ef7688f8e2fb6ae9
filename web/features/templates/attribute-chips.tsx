import {
  MERGE_ATTRIBUTES,
  type MergeAttribute,
  mergeAttributes,
} from '../../../contract/merge-attributes.ts';
import classes from './template-editor.module.css';

const groups: Record<(typeof mergeAttributes)[MergeAttribute]['source'], string> = {
  candidate: 'Candidate',
  sender: 'You',
  account: 'Company',
  interview: 'Interview',
  onboarding: 'Onboarding',
  calendar: 'Calendar',
};

/** Every merge attribute, to insert where the cursor is. */
export function AttributeChips({ onPick }: { onPick: (attribute: MergeAttribute) => void }) {
  return (
    <dl className={classes.chips} aria-label="Merge attributes">
      {Object.entries(groups).map(([source, label]) => (
        <div key={source} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>
            {MERGE_ATTRIBUTES.filter((attribute) => mergeAttributes[attribute].source === source).map(
              (attribute) => (
                <button
                  key={attribute}
                  type="button"
                  className={classes.chip}
                  title={`{{${attribute}}}`}
                  onClick={() => onPick(attribute)}
                >
                  {mergeAttributes[attribute].label}
                </button>
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
