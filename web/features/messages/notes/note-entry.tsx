import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Note } from '../../../../contract/notes.ts';
import { personName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { unlessGone } from '../../../lib/api/unless-gone.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { fullTime, timeOfDay } from '../../../lib/dates.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { checkNote } from './check-note.tsx';
import { mentionedIn, piecesOf } from './mentions.ts';
import { NoteField } from './note-field.tsx';
import classes from './notes.module.css';
import { whoSeesQuery } from './notes-query.ts';

const tool = { variant: 'subtle', color: 'gray', size: 24 } as const;

/** A note of the team, among the texts at its time. */
export function NoteEntry({ note, user }: { note: Note; user: User }) {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const isOwn = note.author?.id === user.id;
  const author = note.author === null ? 'A former colleague' : isOwn ? 'You' : personName(note.author);
  const mayChange = !user.impersonation;
  return (
    <article className={classes.note} aria-label={`Note by ${isOwn ? 'you' : author}`}>
      <header className={classes.head}>
        <IconLock size={14} aria-label="Only your team sees this" />
        <span className={classes.author}>{author}</span>
        <time dateTime={note.createdAt} title={fullTime(note.createdAt, user.timezone)}>
          {timeOfDay(note.createdAt, user.timezone)}
        </time>
        {note.editedAt && <span title={fullTime(note.editedAt, user.timezone)}>Edited</span>}
        {mayChange && !editing && (
          <span className={classes.actions}>
            {note.can.edit && (
              <ActionIcon {...tool} aria-label="Edit note" onClick={() => setEditing(true)}>
                <IconPencil size={15} />
              </ActionIcon>
            )}
            {note.can.delete && (
              <ActionIcon {...tool} aria-label="Delete note" onClick={() => setDeleting(true)}>
                <IconTrash size={15} />
              </ActionIcon>
            )}
          </span>
        )}
      </header>
      {editing ? (
        <EditNote note={note} onClose={() => setEditing(false)} />
      ) : (
        <NoteBody note={note} user={user} />
      )}
      {deleting && <DeleteNote note={note} onClose={() => setDeleting(false)} />}
    </article>
  );
}

function NoteBody({ note, user }: { note: Note; user: User }) {
  const mentions = new Set(note.mentionUserIds);
  const people = useQuery({ ...whoSeesQuery(note.conversationId), enabled: mentions.size > 0 });
  const named = (people.data ?? []).filter(({ id }) => mentions.has(id));
  const pieces = piecesOf(note.body, named);
  return (
    <p className={classes.body}>
      {pieces.map((piece, index) =>
        piece.mentions.length > 0 ? (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
            key={index}
            className={classes.mention}
            data-me={piece.mentions.includes(user.id) || undefined}
          >
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

function EditNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const [body, setBody] = useState(note.body);
  const [chosen, setChosen] = useState(note.mentionUserIds);
  const people = useQuery(whoSeesQuery(note.conversationId));
  const save = useSave({
    save: () =>
      call(routes.updateNote, {
        params: { id: note.conversationId, noteId: note.id },
        body: { body, mentionUserIds: mentionedIn(body, people.data ?? [], chosen) },
      }),
    showsFields: true,
    changes: (queryClient) => loadAgain(queryClient, routes.listNotes, routes.listTimeline),
    onDone: onClose,
  });
  const { problem, isReady: isWritten } = checkNote(body, save.error);
  const isReady = isWritten && people.isSuccess;
  const submit = () => {
    if (isReady) save.run();
  };
  return (
    <div className={classes.edit}>
      <NoteField
        conversationId={note.conversationId}
        label="Your note"
        value={body}
        onChange={setBody}
        onMention={(id) => setChosen([...chosen, id])}
        onSubmit={submit}
        onEscape={onClose}
      />
      {problem}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="xs"
          variant="default"
          className={classes.add}
          loading={save.isPending}
          disabled={!isReady}
          onClick={submit}
        >
          Save note
        </Button>
      </Group>
    </div>
  );
}

function DeleteNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const remove = useSave({
    save: () => unlessGone(call(routes.deleteNote, { params: { id: note.conversationId, noteId: note.id } })),
    done: 'Note deleted',
    changes: (queryClient) => loadAgain(queryClient, routes.listNotes, routes.listTimeline),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Delete this note?"
      confirm="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <Text size="sm">Your team won't see it anymore.</Text>
    </ConfirmDialog>
  );
}
