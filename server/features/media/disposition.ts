/** Shown in the page; everything else is offered as a download, so that nothing a candidate sends runs in our origin. */
const SHOWN_INLINE = /^(image\/(jpeg|png|gif|webp)|video\/mp4|video\/3gpp|audio\/(mpeg|amr|wav))$/;

/** Where the type doesn't end as its files do. */
const ENDINGS: Record<string, string> = { 'text/vcard': 'vcf', 'audio/mpeg': 'mp3', 'video/3gpp': '3gp' };

/** What a sender called it stays with the sender. */
export function dispositionOf(contentType: string): string {
  const ending = ENDINGS[contentType] ?? contentType.split('/')[1];
  return `${SHOWN_INLINE.test(contentType) ? 'inline' : 'attachment'}; filename="attachment.${ending}"`;
}
