-- A provider speaks OpenID Connect or SAML: `issuer` is what it calls itself in either.
alter table single_sign_on
  drop constraint single_sign_on_protocol_check,
  alter column client_id drop not null,
  alter column sealed_client_secret drop not null,
  add column sign_in_url text,
  -- PEM.
  add column certificates text[],
  add constraint single_sign_on_protocol_check check (
    case protocol
      when 'oidc' then client_id is not null and sealed_client_secret is not null
        and sign_in_url is null and certificates is null
      when 'saml' then sign_in_url is not null and cardinality(certificates) > 0
        and client_id is null and sealed_client_secret is null
      else false
    end
  );

-- What a provider said and was believed, until nobody would believe it any more: nothing is believed twice.
create table sso_assertions (
  account_id uuid not null references single_sign_on (account_id) on delete cascade,
  assertion_hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, assertion_hash)
);
