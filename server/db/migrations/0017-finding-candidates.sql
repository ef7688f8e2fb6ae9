-- in steps
-- To sort candidates by name, find their jobs by name, and read what was done about them.

-- step
-- As candidates/search/search-terms.ts writes words: lower case, no accents.
create or replace function folded(words text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(words, nfkd), U&'[\0300-\036F]', '', 'g'));

-- step
-- Short enough for a cursor. Candidates without a name come last.
create or replace function sort_name(first_name text, last_name text) returns text language sql immutable parallel safe
  return coalesce(nullif(left(trim(folded(first_name || ' ' || last_name)), 40), ''), U&'\+10FFFF');

-- step
create index concurrently if not exists candidates_by_name on candidates
  (account_id, (sort_name(first_name, last_name)) collate "C", id);

-- step
-- The history of a candidate's stages.
create index concurrently if not exists audit_events_of_stages on audit_events (account_id, subject_id, created_at desc, id desc)
  where action in ('candidate.addedToJob', 'candidate.moved', 'candidate.removedFromJob');

-- step, repeated
-- Candidates are found by their job title too. New ones get these words as they are saved.
with lacking as (
  select c.account_id, c.id, title.words
    from candidates c
   cross join lateral (
     select array(select left(word, 60) from regexp_split_to_table(folded(c.job_title), '[^[:alnum:]@._+-]+') as word
                   where word <> '') as words) as title
   where c.job_title is not null and cardinality(title.words) > 0
     and not exists (select from candidate_terms t
                      where t.account_id = c.account_id and t.candidate_id = c.id and t.term = title.words[1] collate "C")
   limit 10000
), found as (
  select l.account_id, l.id, word from lacking l cross join lateral unnest(l.words) as word
)
insert into candidate_terms (account_id, term, candidate_id)
select account_id, word, id from found
union
select account_id, '~' || substr(word, start + 1), id from found cross join lateral generate_series(1, length(word) - 2) as start
on conflict do nothing;
