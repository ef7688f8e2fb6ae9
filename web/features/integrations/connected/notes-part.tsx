import { Select, Stack, Text } from '@mantine/core';
import type { AtsDescription, AtsIntegration, NotesMode } from '../../../../contract/ats.ts';
import { elapsed } from '../../../lib/dates.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { counted, pluralOf } from '../../../lib/words.ts';
import { NOTES_MODES } from '../ats-words.ts';
import classes from '../integrations.module.css';
import { useChangeIntegration } from './use-change-integration.ts';

const SAME = 'same';

/** How texts are noted there, and what waits to be. */
export function NotesPart({
  system: { name, capabilities },
  integration: { type, notes, notesMode, hiringManagerNotesMode },
  now,
}: {
  system: AtsDescription;
  integration: AtsIntegration;
  now: Date;
}) {
  const { account } = useMe();
  const change = useChangeIntegration(type);
  if (!capabilities.writeNote)
    return (
      <div>
        <h4 className={classes.part}>Notes</h4>
        <Text size="sm">{name} doesn't accept notes.</Text>
      </div>
    );
  return (
    <div>
      <h4 className={classes.part}>Notes</h4>
      <Stack gap="sm">
        <Select
          label={`Note texts in ${name}`}
          data={NOTES_MODES}
          value={notesMode}
          allowDeselect={false}
          disabled={change.isPending}
          onChange={(value) => change.run({ notesMode: value as NotesMode })}
        />
        {account.type === 'team' && (
          <Select
            label="Hiring managers' texts"
            data={[{ value: SAME, label: 'Same' }, ...NOTES_MODES]}
            value={hiringManagerNotesMode ?? SAME}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(value) =>
              change.run({ hiringManagerNotesMode: value === SAME ? null : (value as NotesMode) })
            }
          />
        )}
        {notes.waiting > 0 && (
          <Text size="sm">
            {counted(notes.waiting, 'note')} {pluralOf(notes.waiting, 'waits', 'wait')}
            {notes.oldestAt && `, the oldest for ${elapsed(notes.oldestAt, now)}`}.
          </Text>
        )}
        {notes.unknown > 0 && (
          <Text size="sm">
            {notes.unknown === 1
              ? `We can't tell if 1 note was saved, so we don't send it again.`
              : `We can't tell if ${counted(notes.unknown, 'note')} were saved, so we don't send them again.`}{' '}
            Check in {name}.
          </Text>
        )}
      </Stack>
    </div>
  );
}
