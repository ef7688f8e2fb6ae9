import { expect, it } from 'vitest';
import { whyNotForwardable } from './forwardable.ts';

const MAY_BILL = "You can't forward calls to numbers that may charge the caller";

it.each([
  ['a city', '+12065550142'],
  ['Canada', '+14165550142'],
  ['an area code that is too new for any table', '+16215550142'],
  ['a toll-free line of the company', '+18005550142'],
  ['a number that only looks like directory assistance', '+12065551213'],
  ['a number that only looks like 976', '+12069755976'],
])('calls are forwarded to %s', (_where, number) => {
  expect(whyNotForwardable(number, { abroad: false })).toBeNull();
});

it.each([
  ['the United Kingdom', '+442079460018'],
  ['a satellite phone', '+881612345678'],
  ['Jamaica', '+18765550142'],
  ['the newer code of Jamaica', '+16585550142'],
  ['the Dominican Republic', '+18095550142'],
  ['Grenada', '+14735550142'],
  ['Bermuda', '+14415550142'],
  ['Puerto Rico', '+17875550142'],
  ['Guam', '+16715550142'],
])('calls are not forwarded to %s', (_where, number) => {
  expect(whyNotForwardable(number, { abroad: false })).toBe(
    'You can forward calls only to numbers in the 50 states and Canada. For other countries, contact us from the Support tab.',
  );
});

it.each([
  ['900', '+19005550142'],
  ['976', '+12069760142'],
  ['directory assistance', '+12065551212'],
  ['a personal number', '+15005550142'],
  ['a personal number in the middle of their range', '+15245550142'],
  ['another personal number', '+15335550142'],
  ['a carrier’s own', '+17005550142'],
  ['the government', '+17105550142'],
  ['a number of no place in Canada', '+16005550142'],
])('calls are not forwarded to %s', (_where, number) => {
  expect(whyNotForwardable(number, { abroad: false })).toBe(MAY_BILL);
});

it.each(['+19115550142', '+12069110142', '+11235550142', '+12061550142', '+1206555014', '+1911', '+1'])(
  '%s is no number',
  (number) => {
    expect(whyNotForwardable(number, { abroad: false })).toBe('Must be a valid phone number');
  },
);

it.each([
  ['the United Kingdom', '+442079460018', null],
  ['Jamaica', '+18765550142', null],
  ['home', '+12065550142', null],
  ['a satellite phone', '+881612345678', MAY_BILL],
  ['a universal freephone number', '+80012345678', MAY_BILL],
  ['900', '+19005550142', MAY_BILL],
  ['976', '+12069760142', MAY_BILL],
])('where staff have opened other countries: %s', (_where, number, why) => {
  expect(whyNotForwardable(number, { abroad: true })).toBe(why);
});
