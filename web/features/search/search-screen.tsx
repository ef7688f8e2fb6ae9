import { Checkbox, Select, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { candidateName, personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { SearchResult } from '../../../contract/search.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useNextPage } from '../../lib/api/use-next-page.ts';
import { fullTime, shortDateTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './search.module.css';
import { isAsked, type TextsSearch, textsQuery } from './texts-search.ts';

const route = getRouteApi(paths.search);

/** Texts and notes by their words, in every conversation that the person can see. */
export function SearchScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: TextsSearch, { replace = false } = {}) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace });
  return (
    <Page
      title="Search texts"
      back={{ to: paths.messages, label: 'Messages' }}
      lead="Find words, names and phone numbers in the texts and notes of every conversation that you can see."
      width="wide"
    >
      <div className={classes.filters}>
        <SearchField
          className={classes.field}
          label="Search texts"
          placeholder="Search texts, names and numbers"
          search={search.q ?? ''}
          onSearch={(q) => change({ q: q || undefined }, { replace: true })}
        />
        <PersonFilter person={search.person} onChange={(person) => change({ person })} />
        <TextInput
          type="date"
          label="From"
          value={search.from ?? ''}
          max={search.to}
          onChange={(event) => change({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          type="date"
          label="To"
          value={search.to ?? ''}
          min={search.from}
          onChange={(event) => change({ to: event.currentTarget.value || undefined })}
        />
        <div className={classes.checks}>
          <Checkbox
            label="Has attachment"
            checked={search.attachment ?? false}
            onChange={(event) => change({ attachment: event.currentTarget.checked || undefined })}
          />
          <Checkbox
            label="Not delivered"
            checked={search.failed ?? false}
            onChange={(event) => change({ failed: event.currentTarget.checked || undefined })}
          />
        </div>
      </div>
      {isAsked(search) ? (
        <Results search={search} />
      ) : (
        <EmptyState title="Search all texts" text="Type a word, or choose a filter." />
      )}
    </Page>
  );
}

/** For admins of a team: others mostly see their own. */
function PersonFilter({
  person,
  onChange,
}: {
  person: string | undefined;
  onChange: (person: string | undefined) => void;
}) {
  const { user, account } = useMe();
  const isOffered = user.userType === 'admin' && account.type === 'team';
  const seats = useQuery({ ...routeQuery(routes.getSeats), enabled: isOffered, meta: { quiet: true } });
  const former = useQuery({
    ...routeQuery(routes.getFormerMembers),
    enabled: isOffered,
    meta: { quiet: true },
  });
  if (!isOffered) return null;
  const people = [...(seats.data ?? []).flatMap((seat) => seat.user ?? []), ...(former.data ?? [])];
  return (
    <Select
      className={classes.person}
      label="Person"
      placeholder="Everyone"
      data={people
        .map(({ id, ...names }) => ({ value: id, label: personName(names) || names.email }))
        .sort((a, b) => a.label.localeCompare(b.label))}
      value={person ?? null}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Clear person' }}
      nothingFoundMessage="No one by that name"
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

const LOOK_AGAIN_MS = 3000;

function Results({ search }: { search: TextsSearch }) {
  const { user } = useMe();
  const list = useInfiniteQuery({
    ...textsQuery(search, user.timezone),
    // A text can be found a few seconds after it came.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.every(({ items }) => items.length === 0) && !data.pages.at(-1)?.nextCursor && LOOK_AGAIN_MS,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const now = useNow();
  // A search that finds little is answered piece by piece.
  useNextPage(list, items.length === 0);
  return (
    <PagedList
      list={list}
      items={items}
      what="Texts"
      empty={
        <EmptyState
          title="No match"
          text="No text or note has all of these words. Try fewer, or other filters."
        />
      }
    >
      {(shown, isBusy) => (
        <ul className={classes.results} aria-label="Texts found" aria-busy={isBusy || undefined}>
          {shown.map((result) => (
            <Result
              key={result.messageId ?? result.noteId}
              result={result}
              timezone={user.timezone}
              now={now}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Result({ result, timezone, now }: { result: SearchResult; timezone: string; now: Date }) {
  const { candidate, snippet, createdAt } = result;
  // Two parts may be alike: each is known by where it begins.
  let at = 0;
  const parts = snippet.map((part) => {
    at += part.text.length;
    return { ...part, at };
  });
  return (
    <li>
      <Link
        to={paths.conversation}
        params={{ conversationId: result.conversationId }}
        search={
          result.noteId === null
            ? { message: result.messageId ?? undefined }
            : { at: createdAt, note: result.noteId }
        }
        className={classes.result}
      >
        <PersonAvatar person={candidate} />
        <span className={classes.main}>
          <span className={classes.line}>
            <span className={classes.name}>{candidateName(candidate)}</span>
            <time className={classes.time} dateTime={createdAt} title={fullTime(createdAt, timezone)}>
              {shortDateTime(createdAt, timezone, now)}
            </time>
          </span>
          <span className={classes.snippet}>
            {result.noteId !== null && (
              <span className={classes.note}>
                <IconLock size={13} aria-hidden /> Note
              </span>
            )}
            {parts.length === 0
              ? 'A picture or file without words'
              : parts.map(({ text, match, at: end }) => (match ? <mark key={end}>{text}</mark> : text))}
          </span>
        </span>
      </Link>
    </li>
  );
}
