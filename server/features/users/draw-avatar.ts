import type { Sharp } from 'sharp';
import { avatarTypes } from '../../../contract/users.ts';
import { Failure } from '../../failure.ts';
import { contentTypeOf } from '../media/content-type.ts';

const SIDE = 256;
/** More than any phone's camera, and no more than a small server can draw. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 15;

export const AVATAR_TYPE = 'image/webp';

let drawing: Promise<unknown> = Promise.resolve();

/**
 * Redraws an uploaded picture: what the camera noted (where, when, with what), color profiles, further frames, and whatever a
 * file may hide do not come along. One at a time, because a picture takes much more memory than its file.
 */
export const drawAvatar = (bytes: Buffer) => drawInTurn(bytes, (picture) => picture.webp({ quality: 82 }));

/** An avatar as phones' contacts take it. At this size it never has more than some 100 KB, and mostly 15. */
export const drawForContacts = (avatar: Buffer) =>
  drawInTurn(avatar, (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 80 }));

function drawInTurn(bytes: Buffer, write: (picture: Sharp) => Sharp): Promise<Buffer> {
  const drawn = drawing.then(() => draw(bytes, write));
  drawing = drawn.catch(() => {});
  return drawn;
}

async function draw(bytes: Buffer, write: (picture: Sharp) => Sharp): Promise<Buffer> {
  const contentType = await contentTypeOf(bytes, '');
  if (contentType === null || !(avatarTypes as readonly string[]).includes(contentType))
    throw new Failure('unsupported_media_type');
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'warning',
      sequentialRead: true,
      pages: 1,
    })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' });
    return await write(picture).toBuffer();
  } catch (error) {
    // Much slower than any picture within the limit: the server is busy.
    if (error instanceof Error && error.message.includes('timeout')) throw new Failure('unavailable');
    // Broken, cut off, or far too many pixels: for its owner, a picture that can't be used.
    throw new Failure('unsupported_media_type');
  }
}

/** Loaded with the first picture: it takes more memory than the rest of an idle server. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // The start of the file gives its type; no other loader may try it.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  });
  return sharp;
}
