import { Button, FocusTrap, Group, Paper, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import {
  type DraftIntent,
  type DraftTone,
  MAX_INSTRUCTIONS,
  MAX_VERSIONS,
} from '../../../contract/drafts.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { AttributedText } from '../writing/attributed-text.tsx';
import { inWords } from '../writing/attributes.ts';
import { INTENTS } from './intents.ts';
import { type Draft, type DraftBody, type DraftPlace, streamDraft } from './stream-draft.ts';
import { TONES } from './tones.ts';

const tones = Object.entries(TONES).map(([value, label]) => ({ value, label }));

const small = { size: 'compact-xs', variant: 'default' } as const;

export type Version = Draft['versions'][number];

type State =
  | { step: 'asking' }
  | { step: 'writing'; soFar: string }
  | { step: 'drafted'; draft: Draft; at: number; asked: DraftBody }
  | { step: 'failed'; message: string };

/** Nothing is sent from here: a draft goes into the text field, if the person takes it. */
export function DraftPanel({
  place,
  text,
  hasModel,
  onInsert,
}: {
  place: DraftPlace;
  text: string;
  /** Without one, there is nothing to write to: the person picks what the draft is for. */
  hasModel: boolean;
  onInsert: (draft: Version) => void;
}) {
  const [tone, setTone] = useState<DraftTone>('casual');
  const [instructions, setInstructions] = useState('');
  const [picked, setPicked] = useState<DraftIntent | null>(null);
  const [state, setState] = useState<State>({ step: 'asking' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function ask(asked: DraftBody) {
    running.current?.abort();
    const request = new AbortController();
    running.current = request;
    const { signal } = request;
    setState({ step: 'writing', soFar: '' });
    try {
      const heard = (soFar: string) => setState({ step: 'writing', soFar });
      const draft = await streamDraft(place, asked, { signal, heard });
      setState({ step: 'drafted', draft, at: 0, asked });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setState({ step: 'failed', message: error.message });
    }
  }

  const common = {
    ...('conversationId' in place && place.conversationId ? { conversationId: place.conversationId } : {}),
  };
  const start = () =>
    ask({
      ...common,
      tone,
      versions: MAX_VERSIONS,
      ...(text ? { text } : {}),
      ...(instructions.trim() ? { instructions: instructions.trim() } : {}),
    });
  const stop = () => {
    running.current?.abort();
    setState({ step: 'asking' });
  };
  const drafted = state.step === 'drafted' ? state : null;
  const version = drafted?.draft.versions[drafted.at];
  const change = (how: string) => version && ask({ ...common, tone, text: version.text, instructions: how });
  const pick = (intent: DraftIntent, inTone = tone) => {
    setPicked(intent);
    void ask({ ...common, tone: inTone, intent, versions: MAX_VERSIONS });
  };
  const another = () => {
    if (!drafted) return;
    const next = drafted.at + 1;
    if (next < drafted.draft.versions.length) setState({ ...drafted, at: next });
    else void ask(drafted.asked);
  };

  return (
    // Traps by itself: the popover opened before this was loaded, when there was nothing to focus yet.
    <FocusTrap>
      <Stack gap={10}>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Tone"
          data={tones}
          value={tone}
          onChange={(value) => {
            setTone(value as DraftTone);
            if (picked) pick(picked, value as DraftTone);
          }}
        />
        {hasModel ? (
          <Group gap={8} wrap="nowrap">
            <TextInput
              data-autofocus
              flex={1}
              size="xs"
              maxLength={MAX_INSTRUCTIONS}
              aria-label="What to write"
              placeholder={text ? 'How to change your text' : 'What to write, e.g. ask if Tuesday works'}
              value={instructions}
              onChange={(event) => setInstructions(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                void start();
              }}
            />
            {state.step === 'writing' ? (
              <Button size="xs" variant="default" onClick={stop}>
                Stop
              </Button>
            ) : (
              <Button size="xs" onClick={start}>
                {text ? 'Rewrite' : 'Draft'}
              </Button>
            )}
          </Group>
        ) : (
          <Group gap={6} role="group" aria-label="What to write">
            {Object.entries(INTENTS).map(([intent, label], index) => (
              <Button
                key={intent}
                data-autofocus={index === 0 || undefined}
                size="compact-sm"
                variant={intent === picked ? 'light' : 'default'}
                aria-pressed={intent === picked}
                onClick={() => pick(intent as DraftIntent)}
              >
                {label}
              </Button>
            ))}
          </Group>
        )}
        <div aria-live="polite">
          {state.step === 'failed' && (
            <Text size="sm" c="var(--danger)">
              {state.message}
            </Text>
          )}
          {state.step === 'writing' && (
            <Paper withBorder p={8} aria-busy>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                <AttributedText body={state.soFar || 'Writing…'} />
              </Text>
            </Paper>
          )}
          {version && (
            <Paper withBorder p={8}>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                <AttributedText body={version.text} />
              </Text>
            </Paper>
          )}
          {drafted?.draft.notice && (
            <Text size="xs" c="dimmed" mt={6}>
              {drafted.draft.notice}
            </Text>
          )}
          {version && version.changed.length > 0 && (
            <Text size="xs" mt={6}>
              Check these: {version.changed.map(inWords).join(', ')}
            </Text>
          )}
        </div>
        {drafted && version && (
          <Group gap={6}>
            {drafted.draft.source === 'builtIn' ? (
              <OtherVersions {...drafted} onChange={(at) => setState({ ...drafted, at })} />
            ) : (
              <>
                <Button {...small} onClick={() => change('Make it shorter')}>
                  Shorter
                </Button>
                <Button {...small} onClick={() => change('Make it longer')}>
                  Longer
                </Button>
                <Button {...small} onClick={another}>
                  Another
                </Button>
              </>
            )}
            <Button size="compact-xs" ml="auto" onClick={() => onInsert(version)}>
              {text && !hasModel ? 'Replace your text' : 'Insert'}
            </Button>
          </Group>
        )}
      </Stack>
    </FocusTrap>
  );
}

/** Those of a draft by rules, which are all there are. */
function OtherVersions({
  draft: { versions },
  at,
  onChange,
}: {
  draft: Draft;
  at: number;
  onChange: (at: number) => void;
}) {
  const lengths = versions.map(({ text }) => text.length);
  const shortest = lengths.indexOf(Math.min(...lengths));
  if (versions.length === 1) return null;
  return (
    <>
      {shortest !== at && (
        <Button {...small} onClick={() => onChange(shortest)}>
          Shorter
        </Button>
      )}
      <Button {...small} onClick={() => onChange((at + 1) % versions.length)}>
        Another
      </Button>
    </>
  );
}
