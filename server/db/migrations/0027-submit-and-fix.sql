-- One word for what a company does with its registration: submit. One for what it does about a finding: fix.
alter table registrations rename column handed_in to submitted_up_to;

update registrations set findings = (
  select jsonb_agg((finding - 'mend') || jsonb_build_object('fix', finding -> 'mend') order by position)
  from jsonb_array_elements(findings) with ordinality as listed (finding, position)
) where findings <> '[]';
