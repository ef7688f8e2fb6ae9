import { expect, it } from 'vitest';
import { BadAddress, hostsIn, tlsOf } from './address.ts';
import { Hosts } from './hosts.ts';

const places = (address: string) => new Hosts(address).all.map(({ host, port }) => `${host} ${port}`);

it.each([
  ['postgres://db/name', ['db 5432']],
  ['postgresql://u:p@db:6432/name?application_name=a', ['db 6432']],
  ['postgres://u:p%40@a:5432,b:5433/name?sslmode=disable', ['a 5432', 'b 5433']],
  ['postgres://u@a,b,c/name?target_session_attrs=read-write', ['a 5432', 'b 5432', 'c 5432']],
  ['postgres://a,b', ['a 5432', 'b 5432']],
  ['postgres://u@[::1]:5433,[fe80::2],10.0.0.3:1/name', ['::1 5433', 'fe80::2 5432', '10.0.0.3 1']],
  ['postgres://u@%2Frun%2Fa,b/name', ['/run/a 5432', 'b 5432']],
  ['postgres:///name?host=/var/run/postgresql', ['/var/run/postgresql 5432']],
  ['postgres:///name?host=/run/a,/run/b&port=1,2', ['/run/a 1', '/run/b 2']],
  ['postgres://u:p@/name?host=a,b&port=6432', ['a 6432', 'b 6432']],
  ['/var/run/postgresql name', ['/var/run/postgresql 5432']],
])('%s', (address, expected) => {
  expect(places(address)).toEqual(expected);
});

it('keeps everything else for each host', () => {
  expect(hostsIn('postgres://u:p%40s@a:1,b:2/name?options=-c%20geqo%3Doff')).toEqual([
    'postgres://u:p%40s@a:1/name?options=-c%20geqo%3Doff',
    'postgres://u:p%40s@b:2/name?options=-c%20geqo%3Doff',
  ]);
});

it.each([
  ['', "isn't the address"],
  ['hiretext', "isn't the address"],
  ['mysql://u:secret@db/name', "isn't the address"],
  ['postgres://u:secret@a:99999/name', "isn't the address"],
  ['postgres://u:secret@a:99999,b/name', "isn't the address"],
  ['postgres://u:secret@a,,b/name', "isn't the address"],
  ['postgres://u:secret@a,/name', "isn't the address"],
  ['postgres://u:secret@::1,b/name', "isn't the address"],
  ['postgres://u:secret@a:x,b/name', "isn't the address"],
  ['postgres://u:secret@/name?host=a,&port=1', "isn't the address"],
  ['postgres://u:secret@/name?host=a,b&port=1,x', "isn't the address"],
  ['postgres://u:secret@/name?host=a,b,c&port=1,2', 'one port, or one for each host'],
  ['postgres://u:secret@a,b/name?host=c,d', 'names its hosts twice'],
  ['postgres://u:secret@a,b/name?target_session_attrs=standby', 'may be read-only'],
  ['postgres://u:secret@a,b/name?target_session_attrs=prefer-standby', 'may be read-only'],
  ['postgres://u:secret@a,b/name?sslrootcert=/nowhere/ca.pem', '/nowhere/ca.pem'],
])('refuses %s in one sentence or two, without the password', (address, expected) => {
  const message = refusal(address);
  expect(message).toContain('DATABASE_URL');
  expect(message).toContain(expected);
  expect(message).not.toContain('secret');
});

function refusal(address: string): string {
  try {
    hostsIn(address);
  } catch (error) {
    if (error instanceof BadAddress) return error.message;
    throw error;
  }
  throw new Error('It was taken');
}

it.each([
  ['postgres://db/name', ['none']],
  ['postgres://db/name?sslmode=disable', ['none']],
  ['postgres://db/name?ssl=0', ['none']],
  ['postgres://db/name?ssl=true', ['checked']],
  ['postgres://db/name?sslmode=prefer', ['checked']],
  ['postgres://db/name?sslmode=require', ['checked']],
  ['postgres://db/name?sslmode=verify-full', ['checked']],
  ['postgres://db/name?sslmode=no-verify', ['unchecked']],
  ['postgres://db/name?uselibpqcompat=true&sslmode=require', ['unchecked']],
  ['postgres://a,127.0.0.1,b/name?sslmode=verify-full', ['checked', 'local', 'checked']],
  ['postgres://a,LOCALHOST,127.0.0.1.example.com/name', ['none', 'local', 'none']],
  ['postgres://[::1]/name', ['local']],
  ['postgres:///name?host=/run/a,b', ['local', 'none']],
  ['/var/run/postgresql name', ['local']],
])('tells how %s is protected', (address, expected) => {
  expect(hostsIn(address).map((each) => tlsOf(each).tls)).toEqual(expected);
});
