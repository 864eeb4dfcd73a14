import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { LandingImage } from '../../contract/landing/props.ts';
import { encodeImages } from '../../server/landing/pages/encode-images.ts';
import { scaledWidths } from '../../server/landing/pages/images.ts';
import { CHECK_INTERVAL_MS } from '../../server/landing/pages/page-cache.ts';
import { openLandingServer } from '../helpers/landing-server.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage, publishVersion, storeTestImage } from '../helpers/published-page.ts';
import type { TestUser } from '../helpers/server.ts';

const { server, landing, owner, close } = await openLandingServer();
afterAll(close);

let seed = 0;

const newImage = (size = { width: 60, height: 40 }) => storeTestImage(server, size, (seed += 1));
const statusOf = async (url: string) => (await landing.inject(url)).statusCode;
const imageBlocks = (image: LandingImage) => [pageBlock('image', { image, alt: 'a' })];
const jobs = () =>
  server.db
    .selectFrom('jobs')
    .select('payload')
    .where('scope', '=', server.scope)
    .where('kind', '=', 'landing_images')
    .execute();

describe('the images of published pages', () => {
  it.each([
    [300, [300]],
    [480, [480]],
    [481, [480, 481]],
    [1200, [480, 960, 1200]],
    [1600, [480, 960, 1600]],
    [4000, [480, 960, 1600]],
  ])('images of a published page are offered in widths up to their own width: %i px', (width, widths) => {
    expect(scaledWidths(width)).toEqual(widths);
  });

  it('an image of a published page is sent as stored until its scaled variants are encoded', async () => {
    const image = await newImage({ width: 500, height: 250 });
    const { id, unique_name } = await publishPage(server, owner.id, { blocks: imageBlocks(image) });
    const before = await landing.inject(`/l/${unique_name}`);
    expect(before.body).toContain(`<picture><img src="/i/${image.sha256}"`);
    const stored = await landing.inject(`/i/${image.sha256}`);
    expect(stored.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await sharp(stored.rawPayload).metadata()).width).toBe(500);

    await encodeImages(server.deps, id, 1);
    server.clock.advance(CHECK_INTERVAL_MS);
    const { body } = await landing.inject(`/l/${unique_name}`);
    for (const format of ['avif', 'webp'])
      expect(body).toContain(
        `<source type="image/${format}" srcset="/i/${image.sha256}/480.${format} 480w, /i/${image.sha256}/500.${format} 500w"`,
      );
    for (const [format, known] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
    ]) {
      const reply = await landing.inject(`/i/${image.sha256}/480.${format}`);
      expect(reply.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: known, width: 480, height: 240 });
    }
  });

  it('images of published pages are encoded one by one, so that other jobs run in between', async () => {
    const images = [await newImage(), await newImage()];
    const blocks = [pageBlock('gallery', { images: images.map((image) => ({ image, alt: '' })) })];
    const { id } = await publishPage(server, owner.id, { blocks, cover: await newImage() });
    const readEncoded = () =>
      server.db
        .selectFrom('landing_image_variants')
        .select('sha256')
        .distinct()
        .where('scope', '=', server.scope)
        .execute();
    const [before, queued] = [(await readEncoded()).length, (await jobs()).length];
    for (const count of [1, 2, 3]) {
      await encodeImages(server.deps, id, 1);
      expect((await readEncoded()).length).toBe(before + count);
      expect((await jobs()).length).toBe(queued + count);
    }
    await encodeImages(server.deps, id, 1);
    expect((await jobs()).length).toBe(queued + 3);
  });

  it('the encoding job does not fail if its images were deleted, alone or with their version', async () => {
    const image = await newImage();
    const { id } = await publishPage(server, owner.id, { blocks: imageBlocks(image) });
    await server.db.deleteFrom('blobs').where('scope', '=', server.scope).where('sha256', '=', image.sha256).execute();
    await encodeImages(server.deps, id, 1);
    await encodeImages(server.deps, id, 7);
  });

  it('images are sent only if a published page shows them: in a block, in a gallery or as its cover', async () => {
    const [block, gallery, cover, draft] = [await newImage(), await newImage(), await newImage(), await newImage()];
    const blocks = [...imageBlocks(block), pageBlock('gallery', { images: [{ image: gallery, alt: '' }] })];
    const { id } = await publishPage(server, owner.id, { blocks, cover });
    await server.db
      .insertInto('landing_files')
      .values({ scope: server.scope, flow_id: id, sha256: draft.sha256 })
      .execute();
    for (const shown of [block, gallery, cover]) expect(await statusOf(`/i/${shown.sha256}`)).toBe(200);
    expect(await statusOf(`/i/${draft.sha256}`)).toBe(404);
    await publishVersion(server, id, 2, { blocks: imageBlocks(block) });
    for (const image of [gallery, cover]) expect(await statusOf(`/i/${image.sha256}`)).toBe(404);
  });

  it.each([
    [
      'is taken down',
      (id: string) =>
        server.db.updateTable('flows').set({ state: 'draft', version: null }).where('id', '=', id).execute(),
    ],
    [
      'belongs to a blocked person',
      () => server.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.id).execute(),
    ],
  ])('images are not sent if their page %s', async (_why, take) => {
    blocked = await server.user();
    const image = await newImage();
    const { id } = await publishPage(server, blocked.id, { blocks: imageBlocks(image) });
    await encodeImages(server.deps, id, 1);
    const paths = [`/i/${image.sha256}`, `/i/${image.sha256}/60.webp`];
    for (const path of paths) expect(await statusOf(path)).toBe(200);
    await take(id);
    for (const path of paths) expect(await statusOf(path)).toBe(404);
  });
  let blocked: TestUser;

  it('images are not found at malformed addresses, or in other formats or widths', async () => {
    const image = await newImage();
    const { id } = await publishPage(server, owner.id, { blocks: imageBlocks(image) });
    await encodeImages(server.deps, id, 1);
    for (const path of [
      '/i/x',
      `/i/${'A'.repeat(64)}`,
      `/i/${image.sha256}/61.webp`,
      `/i/${image.sha256}/60.png`,
      `/i/${image.sha256}/x.webp`,
      '/i/x/60.webp',
    ])
      expect(await statusOf(path)).toBe(404);
  });
});
