import type { Command } from './command.ts';
import { doctor } from './doctor.ts';

/** Every command that there is, in the order of the help. */
export const commands: Command[] = [doctor];
