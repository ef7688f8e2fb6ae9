import { fileTypeFromBuffer } from 'file-type';

/** What a file really is, by its bytes; what a sender calls it proves nothing. */
export async function contentTypeOf(bytes: Buffer, claimed: string): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  if (found) return found.mime;
  // A contact card is plain text and has no magic number.
  const isContact = claimed === 'text/vcard' || claimed === 'text/x-vcard';
  return isContact && /^BEGIN:VCARD\r?\n/i.test(bytes.subarray(0, 32).toString()) ? 'text/vcard' : null;
}
