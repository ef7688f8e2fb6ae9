import { fileTypeFromBuffer } from 'file-type';
import { CONTACT_CARD_TYPE } from '../../../contract/media.ts';

/** What a file really is, by its bytes; the sender's type proves nothing. */
export async function contentTypeOf(bytes: Buffer, claimed: string): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  if (found) return found.mime;
  // A contact card is plain text and has no magic number.
  const isContact = claimed === CONTACT_CARD_TYPE || claimed === 'text/x-vcard';
  return isContact && /^BEGIN:VCARD\r?\n/i.test(bytes.subarray(0, 32).toString()) ? CONTACT_CARD_TYPE : null;
}

/** Shown in the page; everything else is offered as a download, so that nothing a candidate sends runs in our origin. */
const SHOWN_INLINE = /^(image\/(jpeg|png|gif|webp)|video\/mp4|video\/3gpp|audio\/(mpeg|amr|wav))$/;

/** Where the type differs from the file extension. */
const ENDINGS: Record<string, string> = {
  [CONTACT_CARD_TYPE]: 'vcf',
  'audio/mpeg': 'mp3',
  'video/3gpp': '3gp',
};

/** The sender's name for it is not passed on. */
export function dispositionOf(contentType: string): string {
  const ending = ENDINGS[contentType] ?? contentType.split('/')[1];
  return `${SHOWN_INLINE.test(contentType) ? 'inline' : 'attachment'}; filename="attachment.${ending}"`;
}
