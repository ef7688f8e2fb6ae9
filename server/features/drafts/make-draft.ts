import type { SmartDraft } from '../../../contract/drafts.ts';
import { interviewValues } from '../../../contract/interview-values.ts';
import { parseTemplate } from '../../../contract/render-template.ts';
import { type Drafter, DrafterUnavailable, type DraftRequest } from '../../adapters/drafter/port.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { changedFacts } from './changed-facts.ts';
import { inPlainMarks, noticeOf, tidied } from './rules.ts';

type Asked = Omit<DraftRequest, 'version'>;

type Version = SmartDraft['response']['versions'][number];
export type Made = Omit<SmartDraft['response'], 'versions'> & { versions: Omit<Version, 'draftId'>[] };

interface Listener {
  signal: AbortSignal;
  /** Each piece as it comes; the final reply may differ, and is the one that counts. */
  onPiece(piece: { version: number; text: string }): void;
}

/** Up to so many versions, all at once. Falls back to the built-in drafter when the model is unavailable. */
export async function makeDraft(
  deps: Pick<Deps, 'drafters' | 'log'>,
  { mode, versions, ...asked }: Asked & { mode: 'builtIn' | 'model'; versions: number },
  { signal, onPiece }: Listener,
): Promise<Made> {
  const { builtIn, model } = deps.drafters;
  let hasSentPieces = false;
  const draftsBy = async (drafter: Drafter, report: Listener['onPiece']) => {
    const made = await Promise.allSettled(
      Array.from({ length: versions }, (_, version) =>
        draftBy(drafter, { ...asked, version }, { signal, onPiece: report }),
      ),
    );
    const texts = made.flatMap((one) => (one.status === 'fulfilled' && one.value !== '' ? [one.value] : []));
    const failed = made.find((one) => one.status === 'rejected');
    if (failed && !signal.aborted)
      deps.log.warn({ drafter: drafter.source, reason: reasonOf(failed.reason) }, 'a draft failed');
    return [...new Set(texts)];
  };
  const reply = (drafter: Drafter, texts: string[], notice: string | null) => ({
    text: texts[0] ?? '',
    versions: texts.map((text) => ({ text, changed: changedIn(text, asked) })),
    source: drafter.source,
    notice,
  });

  const texts =
    mode === 'model' && model
      ? await draftsBy(model, (piece) => {
          hasSentPieces = true;
          onPiece(piece);
        })
      : [];
  if (mode === 'model' && model && texts.length > 0) return reply(model, texts, null);
  // What the model has already sent isn't mixed with other text.
  const byRules = await draftsBy(builtIn, (piece) => hasSentPieces || onPiece(piece));
  if (byRules.length === 0) throw new Failure('nothing_to_draft');
  const notice = noticeOf(asked, { intent: builtIn.intentFor(asked), isAway: mode === 'model' });
  return reply(builtIn, byRules, notice);
}

async function draftBy(
  drafter: Drafter,
  request: DraftRequest,
  { signal, onPiece }: Listener,
): Promise<string> {
  let draft = '';
  for await (const text of drafter.draft(request, signal)) {
    draft += text;
    onPiece({ version: request.version, text });
  }
  return tidied(draft, request.text);
}

/** Never the error itself: a model's error may carry what it was sent. */
const reasonOf = (error: unknown) =>
  error instanceof DrafterUnavailable ? error.message : ((error as Error | undefined)?.name ?? 'unknown');

function changedIn(draft: string, { text, instructions, conversation, ...rest }: Asked): string[] {
  // In a new text, an attribute that exists does no harm: it is filled in when the text is sent.
  const attributes =
    text === null
      ? parseTemplate(draft).flatMap((token) => (token.kind === 'attribute' ? [token.source] : []))
      : [];
  const context = [
    ...attributes,
    instructions,
    ...(conversation?.messages.map(({ body }) => body) ?? []),
    conversation?.candidateFirstName,
    conversation?.jobTitle,
    ...interviewIn(conversation),
    rest.senderFirstName,
    rest.companyName,
    rest.calendarLink,
  ].flatMap((known) => (known ? [inPlainMarks(known)] : []));
  return changedFacts({ source: text === null ? null : inPlainMarks(text), context, draft });
}

function interviewIn(conversation: Asked['conversation']): (string | null)[] {
  if (!conversation?.interview) return [];
  const { startsAt, timezone: candidateTimezone } = conversation.interview;
  return Object.values(
    interviewValues({ startsAt, candidateTimezone, location: null, videoUrl: null, interviewers: [] }),
  );
}
