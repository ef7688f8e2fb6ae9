-- People of systems whom someone said are a candidate, to unlink those who aren't after all.
create index ats_pairs_same on ats_pairs (account_id, created_at desc, id desc) where decision = 'same';
