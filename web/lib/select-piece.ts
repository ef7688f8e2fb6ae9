import type { Placed } from '../../contract/render-template.ts';

/** Shows where in a field something is wrong, ready to be typed over. */
export function selectPiece(
  field: HTMLInputElement | HTMLTextAreaElement | null,
  { source, position }: Placed,
): void {
  field?.focus();
  field?.setSelectionRange(position, position + source.length);
}
