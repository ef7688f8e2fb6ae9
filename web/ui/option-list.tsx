import { Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import classes from './option-list.module.css';

export interface Option {
  key: string;
  /** The heading above the first of them. */
  group?: string;
  label: string;
  fact?: ReactNode;
  shortcut?: string | undefined;
  picture?: ReactNode;
  run: () => void;
}

/** A field in which people search, and what they can choose below it, also by the arrow keys and Enter. */
export function OptionList({
  label,
  placeholder,
  search,
  onSearch,
  options,
  state,
  onRun,
}: {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  options: readonly Option[];
  /** Why there is nothing, or less. */
  state: string;
  onRun: (option: Option) => void;
}) {
  const id = useId();
  const [active, setActive] = useState(0);
  const at = Math.min(active, options.length - 1);
  const idOf = (index: number) => `${id}-${index}`;

  const activeId = `${id}-${at}`;
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent) {
    const chosen = options[at];
    if (event.key === 'ArrowDown') setActive(Math.min(at + 1, options.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) chosen && onRun(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.field}
        aria-label={label}
        placeholder={placeholder}
        leftSection={<IconSearch size={18} />}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={options[at] ? idOf(at) : undefined}
        value={search}
        maxLength={100}
        onChange={(event) => {
          onSearch(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Results" className={classes.options}>
        {options.map((option, index) => (
          <div key={option.key} role="presentation">
            {option.group !== options[index - 1]?.group && (
              <div className={classes.group} role="presentation">
                {option.group}
              </div>
            )}
            <button
              id={idOf(index)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classes.option}
              onMouseMove={() => setActive(index)}
              onClick={() => onRun(option)}
            >
              {option.picture}
              <span className={classes.label}>{option.label}</span>
              {option.fact && <span className={classes.fact}>{option.fact}</span>}
              {option.shortcut && <Kbd size="xs">{option.shortcut}</Kbd>}
            </button>
          </div>
        ))}
      </div>
      <output className={classes.state}>{state}</output>
    </>
  );
}
