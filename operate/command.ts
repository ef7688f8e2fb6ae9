import type { ParseArgsOptionDescriptor } from 'node:util';

/** 0: all is well. 1: a problem was found, or it didn't work. 2: it was asked for wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface Outcome {
  code: ExitCode;
  /** For programs: the one value that --json prints. */
  json: unknown;
  /** For people. */
  text: string;
}

export interface Operator {
  variables: Record<string, string | undefined>;
  /** The folder that settings are relative to. */
  checkout: string;
  clock: () => Date;
  /** How far something is that takes long. Not part of the outcome. */
  say(sentence: string): void;
}

export interface Option extends ParseArgsOptionDescriptor {
  help: string;
}

type Values = Record<string, string | boolean | undefined>;

export interface Command {
  name: string;
  /** What follows the name, in the order of the help: one word each. */
  operands: string[];
  summary: string;
  /** More about it, a line each. */
  details: string[];
  options: Record<string, Option>;
  /** The exit codes that mean something here. */
  codes: Partial<Record<ExitCode, string>>;
  run(operator: Operator, values: Values, positionals: string[]): Promise<Outcome>;
}

/** What the person has to do otherwise, in a sentence. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
}

export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}
