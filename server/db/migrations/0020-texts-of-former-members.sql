-- Whether what somebody had scheduled still goes out once they have no seat any more.
alter table users add column texts_go_on boolean not null default true;
