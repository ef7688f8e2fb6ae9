import fc from 'fast-check';
import { look } from './look.ts';
import type { World } from './world.ts';

/** Picks one of the items, mostly one that fits; undefined if there are none. */
export type Pick = <T>(items: readonly T[], fits?: (item: T) => boolean) => T | undefined;

/** What someone does next. Null: no one can right now. */
export type Choose = (world: World, pick: Pick) => Plan | null;

export interface Plan {
  /** In a sentence. */
  say: string;
  /** Does it, and makes the same change in the model. */
  run(): Promise<void>;
}

/** The numbers choose among what exists at that time, so that a step also works after fewer steps. */
class Step implements fc.AsyncCommand<World, World> {
  readonly #name: string;
  readonly #choose: Choose;
  readonly #picks: number[];

  constructor(name: string, choose: Choose, picks: number[]) {
    this.#name = name;
    this.#choose = choose;
    this.#picks = picks;
  }

  check(world: Readonly<World>): boolean {
    return this.#plan(world) !== null;
  }

  async run(world: World): Promise<void> {
    const plan = this.#plan(world);
    if (plan === null) return;
    world.steps.push(plan.say);
    await plan.run();
    await look(world);
  }

  toString(): string {
    return `${this.#name}(${this.#picks})`;
  }

  #plan(world: World): Plan | null {
    const picks = this.#picks.values();
    const next = () => picks.next().value ?? 0;
    return this.#choose(world, (items, fits) => {
      const fitting = fits === undefined || next() % MISFIT === MISFIT - 1 ? [] : items.filter(fits);
      const among = fitting.length > 0 ? fitting : items;
      return among[next() % among.length];
    });
  }
}

/** One in this many does something that must be refused, if possible. */
const MISFIT = 5;
const MOST_PICKS = 6;
const picks = fc.array(fc.nat(59), { minLength: MOST_PICKS, maxLength: MOST_PICKS });

export function stepsOf(choices: Record<string, Choose>): fc.Arbitrary<Step>[] {
  return Object.entries(choices).map(([name, choose]) => picks.map((given) => new Step(name, choose, given)));
}
