-- Candidates are found by any part of a word, not only by its beginning: their terms are the endings of each word. Those that
-- begin inside a word are marked, see candidate-terms/search-terms.ts.
insert into candidate_terms (account_id, term, candidate_id)
select t.account_id, case when t.is_number then '' else '~' end || substr(t.term, start), t.candidate_id
  from (select *, term ~ '^[0-9]+$' as is_number from candidate_terms) t
 cross join lateral generate_series(2, length(t.term) - case when t.is_number then 3 else 1 end) as start
    on conflict do nothing;

-- And by their tags.
insert into candidate_terms (account_id, term, candidate_id)
select distinct c.account_id, case when start = 1 then '' else '~' end || substr(word, start), c.id
  from candidates c
 cross join lateral unnest(c.tags) as tag
 cross join lateral regexp_split_to_table(
         lower(regexp_replace(normalize(tag, NFKD), '[\u0300-\u036f]+', '', 'g')), '[^[:alnum:]@._+-]+') as whole
 cross join lateral (select left(whole, 60) as word) as short
 cross join lateral generate_series(1, greatest(1, length(word) - 1)) as start
 where word <> ''
    on conflict do nothing;
