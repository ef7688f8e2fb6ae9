-- Candidates are asked for consent many at once, and once more if they don't answer. Their ZIP code says in which zone they are.

alter table candidates add column zip_code text;

alter table broadcasts
  -- It asks for consent, in this version of the company's words. Null: it's any other text.
  add column consent_version text;

alter table accounts
  -- Candidates who don't answer are asked a second time.
  add column consent_reminder boolean not null default true;
