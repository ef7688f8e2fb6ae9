import { IconSparkles } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { SentDraft } from '../../../contract/drafts.ts';
import { dateTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { BoxSkeletons, itemsOf, PagedList } from '../../ui/paged-list.tsx';
import { inWords } from '../writing/attributes.ts';
import classes from './sent-drafts.module.css';
import { sentDraftsQuery } from './sent-drafts-query.ts';
import { TONES } from './tones.ts';
import { type Piece, wordDifference } from './word-difference.ts';

/** For admins: what drafters wrote, and what people made of it. */
export function SentDraftsScreen() {
  const { user } = useMe();
  return (
    <Page
      back={{ to: paths.accountCompany, label: 'Company' }}
      title="Sent drafts"
      lead="Compare each draft with the text that was sent. Kept for a year."
      width="wide"
    >
      <SentDrafts timezone={user.timezone} />
    </Page>
  );
}

function SentDrafts({ timezone }: { timezone: string }) {
  const list = useInfiniteQuery(sentDraftsQuery());
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="Sent drafts"
      loading={<BoxSkeletons height={120} />}
      empty={
        <EmptyState
          icon={<IconSparkles size={32} stroke={1.5} />}
          title="No drafts sent yet"
          text="When someone sends a text that began from a draft, you can compare the two here."
        />
      }
    >
      {(sent) => (
        <ol className={classes.list} aria-label="Sent drafts">
          {sent.map((each) => (
            <Entry key={each.id} sent={each} timezone={timezone} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Entry({ sent, timezone }: { sent: SentDraft; timezone: string }) {
  const { before, after } = wordDifference(inWords(sent.draft), sent.text);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <b>{sent.sender.name}</b>
        <span>{TONES[sent.tone]}</span>
        <span>{sent.source === 'model' ? 'Language model' : 'Built-in drafter'}</span>
        <time dateTime={sent.sentAt}>{dateTime(sent.sentAt, timezone)}</time>
        <Link to={paths.conversation} params={{ conversationId: sent.conversationId }}>
          Open conversation
        </Link>
      </div>
      {sent.instructions && <p className={classes.asked}>Asked for: {sent.instructions}</p>}
      <div className={classes.pair}>
        <Side title="Draft">
          <Words pieces={before} as="del" />
        </Side>
        <Side title={sent.draft === sent.text ? 'Sent as drafted' : 'Sent'}>
          <Words pieces={after} as="ins" />
        </Side>
      </div>
    </li>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.text}>{children}</p>
    </section>
  );
}

function Words({ pieces, as: Changed }: { pieces: Piece[]; as: 'del' | 'ins' }) {
  return pieces.map(({ text, isChanged }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
    isChanged ? <Changed key={index}>{text}</Changed> : <span key={index}>{text}</span>,
  );
}
