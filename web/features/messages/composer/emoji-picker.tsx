import { FocusTrap, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './composer.module.css';
import { emojis } from './emojis.ts';

export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = emojis.filter(([, names]) => names.includes(words));
  return (
    // Traps by itself: the popover opened before this was loaded, when there was nothing to focus yet.
    <FocusTrap>
      <div>
        <TextInput
          data-autofocus
          size="xs"
          mb={8}
          placeholder="Search"
          aria-label="Search emoji"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !found[0]) return;
            event.preventDefault();
            onPick(found[0][0]);
          }}
        />
        <div className={classes.emojiArea}>
          <div className={classes.emojis}>
            {found.map(([emoji, names]) => (
              <button
                key={emoji}
                type="button"
                aria-label={names}
                title={names}
                onClick={() => onPick(emoji)}
              >
                {emoji}
              </button>
            ))}
          </div>
          {found.length === 0 && (
            <Text size="sm" c="dimmed" ta="center">
              No emoji found
            </Text>
          )}
        </div>
      </div>
    </FocusTrap>
  );
}
