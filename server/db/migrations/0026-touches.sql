-- How often a company texts people who don't answer. Null: as often as they like.
alter table accounts
  add column cold_texts_per_week smallint default 3 check (cold_texts_per_week between 1 and 50),
  add column one_unanswered_cold_text boolean not null default false,
  -- Whether anyone can ask whose a number is.
  add column number_page_enabled boolean not null default false;

-- What a person's contact card says besides their name, company and number.
alter table users
  add column card_title text,
  add column card_picture boolean not null default true,
  add column card_email boolean not null default false;

-- Numbers that candidates had before, to find everything that was texted to a number.
create table former_numbers (
  account_id uuid not null,
  phone_number text not null,
  candidate_id uuid not null,
  primary key (account_id, phone_number, candidate_id),
  foreign key (account_id, candidate_id) references candidates (account_id, id) on delete cascade
);
create index former_numbers_of_candidate on former_numbers (account_id, candidate_id);

-- Here, since people, systems and files change numbers.
create function keep_former_number() returns trigger language plpgsql as $$
begin
  insert into former_numbers (account_id, phone_number, candidate_id) values (old.account_id, old.phone_number, old.id)
      on conflict do nothing;
  return null;
end
$$;
create trigger keep_former_number after update of phone_number on candidates for each row
  when (old.phone_number <> new.phone_number) execute function keep_former_number();

insert into former_numbers (account_id, phone_number, candidate_id)
select distinct m.account_id, m.candidate_number, p.id
  from candidates p
  join conversations c on c.account_id = p.account_id and c.candidate_id = p.id
  join messages m on m.account_id = c.account_id and m.conversation_id = c.id and m.candidate_number <> p.phone_number
 where p.number_changed_at is not null;
