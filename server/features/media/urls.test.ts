import { expect, it } from 'vitest';
import type { MediaStore } from '../../adapters/media/port.ts';
import type { Deps } from '../../deps.ts';
import { carrierMediaUrl } from './urls.ts';

const asked: unknown[] = [];

function urlWith({ reachesPeople, atStore }: { reachesPeople: boolean; atStore: string | null }) {
  asked.length = 0;
  const mediaStore = {
    addressOf: async (...what: unknown[]) => {
      asked.push(what);
      return atStore;
    },
  } as Partial<MediaStore> as MediaStore;
  const deps = {
    signer: { signPath: (path: string) => `signature of ${path}` } as Deps['signer'],
    publicUrl: 'https://texts.example.com',
    clock: () => new Date(),
    carrier: { reachesPeople } as Parameters<typeof carrierMediaUrl>[0]['carrier'],
    mediaStore,
  };
  return carrierMediaUrl(deps, 'account', { id: 'one', contentId: 'picture', contentType: 'image/png' });
}

it('a carrier fetches a picture at the store, which gives its type', async () => {
  expect(await urlWith({ reachesPeople: true, atStore: 'https://s3.example.com/x' })).toBe(
    'https://s3.example.com/x',
  );
  const shown = { contentType: 'image/png', contentDisposition: 'inline; filename="attachment.png"' };
  expect(asked).toEqual([['account/picture', shown, 24 * 3600]]);
});

it.each([
  ['a store that only we reach', { reachesPeople: true, atStore: null }],
  [
    'a carrier of ours, whose page shows nothing from elsewhere',
    { reachesPeople: false, atStore: 'https://x' },
  ],
])('with %s it is fetched from us', async (_what, how) => {
  expect(await urlWith(how)).toMatch(/^https:\/\/texts\.example\.com\/media\/account\/one\?until=/);
});
