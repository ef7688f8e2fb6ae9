import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { checkNote } from './check-note.tsx';
import { mentionedIn } from './mentions.ts';
import { NoteField } from './note-field.tsx';
import classes from './notes.module.css';
import { whoSeesQuery } from './notes-query.ts';

/** In the place of the field for texts, which keeps what is in it. */
export function NoteEditor({
  conversationId,
  body,
  onChange,
}: {
  conversationId: string;
  body: string;
  onChange: (body: string) => void;
}) {
  const people = useQuery(whoSeesQuery(conversationId));
  const [chosen, setChosen] = useState<string[]>([]);
  const create = useCallOnce(routes.createNote);
  const add = useSave({
    save: (note: string) =>
      create({
        params: { id: conversationId },
        body: { body: note, mentionUserIds: mentionedIn(note, people.data ?? [], chosen) },
      }),
    showsFields: true,
    changes: (queryClient) => loadAgain(queryClient, routes.listNotes, routes.listTimeline),
    // What was written since stays.
    onDone: (_, note) => {
      onChange(body === note ? '' : body);
      if (body === note) setChosen([]);
    },
  });
  const { problem, isReady } = checkNote(body, add.error);
  const submit = () => {
    if (isReady) add.run(body);
  };

  return (
    <div className={classes.editor}>
      {problem}
      <div className={classes.box}>
        <NoteField
          conversationId={conversationId}
          label="Note for your team"
          value={body}
          onChange={(next) => {
            add.reset();
            onChange(next);
          }}
          onMention={(id) => setChosen([...chosen, id])}
          onSubmit={submit}
          onEscape={focusScreen}
        />
        <div className={classes.tools}>
          <span className={classes.who}>
            <IconLock size={14} aria-hidden />
            Only your team sees this
          </span>
          <Button
            size="xs"
            variant="default"
            className={classes.add}
            loading={add.isPending}
            disabled={!isReady}
            onClick={submit}
          >
            Add note
          </Button>
        </div>
      </div>
    </div>
  );
}
