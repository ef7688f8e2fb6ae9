/** Why an account isn't moved, and what to do, in a sentence. Nothing has changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
