import { ofAccount } from './account.ts';
import { hiring } from './hiring.ts';
import type { Noun } from './noun.ts';
import { people } from './people.ts';
import { texts } from './texts.ts';

/** What another account can have just like this one: an import reads it, in this order. */
export const PORTABLE: Noun[] = [...people, ...texts, ...hiring];

/** Everything in an export, in the order of its files. */
export const NOUNS: Noun[] = [...PORTABLE, ...ofAccount];
