import { Button, Popover } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { LINT_OWNERS, type LintFinding } from '../../../../contract/lint/finding.ts';
import { lintText } from '../../../../contract/lint/lint-text.ts';
import type { User } from '../../../../contract/users.ts';
import { ESCAPE_STAYS } from '../../../lib/escape-stays.ts';
import { counted } from '../../../lib/words.ts';
import type { Texted } from '../texted.ts';
import classes from './lint-strip.module.css';
import { useLintFacts } from './use-lint-facts.ts';

/** No warnings about a sentence that is still being written. */
const PAUSE_MS = 800;

/** How many things to look at before a text goes out, and the list of them. It keeps its height, found or not. */
export function LintStrip({
  text,
  user,
  candidate,
  isFirst = false,
  field,
  onFix,
}: {
  text: string;
  user: User;
  /** None for a template. */
  candidate?: Texted | undefined;
  isFirst?: boolean;
  /** Where it is written. */
  field: RefObject<HTMLTextAreaElement | null>;
  onFix: (text: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  const [ignored, setIgnored] = useState<string[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const [settled, settle] = useSettled(text);
  // While the list is open nothing is typed, and what it fixes has to be the text as it is.
  const body = opened ? text : settled;
  const facts = useLintFacts(body, { user, candidate, isFirst });
  const findingsIn = (some: string, leaveOut: string[]) =>
    lintText(some, facts).filter((finding) => !leaveOut.includes(keyOf(finding, some)));
  const findings = findingsIn(body, ignored);

  function goOn(next: string, leaveOut: string[]) {
    if (findingsIn(next, leaveOut).length > 0) return list.current?.focus();
    setOpened(false);
    field.current?.focus();
  }

  function fix(fixed: string) {
    onFix(fixed);
    settle(fixed);
    goOn(fixed, ignored);
  }

  function ignore(finding: LintFinding) {
    const leaveOut = [...ignored, keyOf(finding, body)];
    setIgnored(leaveOut);
    goOn(body, leaveOut);
  }

  return (
    <div className={classes.strip} aria-live="polite">
      {findings.length > 0 && (
        <Popover
          withRoles={false}
          opened={opened}
          onChange={setOpened}
          position="bottom-start"
          width="min(360px, calc(100vw - 24px))"
          shadow="md"
          trapFocus
          returnFocus
          hideDetached={false}
        >
          <Popover.Target>
            <button
              type="button"
              className={classes.count}
              aria-haspopup="dialog"
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconBulb size={14} aria-hidden />
              {counted(findings.length, 'suggestion')}
            </button>
          </Popover.Target>
          <Popover.Dropdown p={0} role="dialog" aria-label="Suggestions">
            <ul ref={list} className={classes.list} tabIndex={-1} data-autofocus {...ESCAPE_STAYS}>
              {findings.map((finding) => (
                <Suggestion
                  key={keyOf(finding, body)}
                  finding={finding}
                  onFix={fix}
                  onIgnore={() => ignore(finding)}
                />
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

function Suggestion({
  finding: { sentence, owner, fix },
  onFix,
  onIgnore,
}: {
  finding: LintFinding;
  onFix: (text: string) => void;
  onIgnore: () => void;
}) {
  return (
    <li>
      <p className={classes.sentence}>{sentence}</p>
      <div className={classes.actions}>
        <span className={classes.owner}>{LINT_OWNERS[owner]}</span>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`Ignore: ${sentence}`}
          onClick={onIgnore}
          {...ESCAPE_STAYS}
        >
          Ignore
        </Button>
        {fix && (
          <Button size="compact-xs" variant="light" onClick={() => onFix(fix.body)} {...ESCAPE_STAYS}>
            {fix.label}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What was found, wherever it is by now. */
const keyOf = ({ rule, range }: LintFinding, body: string) => `${rule} ${range ? body.slice(...range) : ''}`;

function useSettled(text: string): [string, (text: string) => void] {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return [settled, setSettled];
}
