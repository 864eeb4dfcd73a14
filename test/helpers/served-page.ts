import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { pageBlock } from './page-blocks.ts';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { encodeImages } from '../../server/landing/pages/encode-images.ts';
import { readVisitorScript } from '../../server/landing/visitor-script.ts';
import { buildTestLanding } from './landing-server.ts';
import { publishPage, storeTestImage, type PageVersion } from './published-page.ts';
import { openTestServer, type TestServer } from './server.ts';

export interface ServedPage {
  url: string;
  close(): Promise<void>;
}

const storedImages = ({ db, scope }: TestServer) =>
  db.selectFrom('blobs').select('sha256').where('scope', '=', scope).execute();

/** Publishes a page and serves it on a free port, with encoded images and the built script if there is one. */
export async function servePage(version: (server: TestServer) => Promise<PageVersion>): Promise<ServedPage> {
  const server = await openTestServer();
  const owner = await server.user();
  const page = await version(server);
  const { id, unique_name } = await publishPage(server, owner.id, page);
  // Each call of encodeImages encodes only one image.
  for (const _ of await storedImages(server)) await encodeImages(server.deps, id, 1);
  let url = '';
  const script = await readVisitorScript(join(process.cwd(), 'dist/landing'));
  const deps = { ...server.deps, clock: () => new Date() };
  const landing = await buildTestLanding(deps, { landing_url: () => url, script });
  await landing.listen({ port: 0, host: '127.0.0.1' });
  url = `http://localhost:${(landing.server.address() as AddressInfo).port}`;
  return {
    url: `${url}/l/${unique_name}`,
    close: async () => {
      await landing.close();
      await server.close();
    },
  };
}

/** Creates a typical page of a member, with six blocks and two images. */
export async function createTypicalPage(server: TestServer): Promise<PageVersion & { blocks: LandingBlock[] }> {
  const [cover, photo] = [
    await storeTestImage(server, { width: 1600, height: 1040 }, 3),
    await storeTestImage(server, { width: 1200, height: 800 }, 5),
  ];
  return {
    title: 'Open evening in Hamburg',
    description: 'Two hours, warm food, and people who listen.',
    cover,
    blocks: [
      pageBlock('hero', {
        title: 'Open evening for families',
        subtitle:
          'Thursday 26 November, 18:00, Hamburg. Two hours, warm food, and people who listen. Children are welcome.',
        image: cover,
        alt: 'A woman and a man in conversation',
        label: 'Save my place',
      }),
      pageBlock('heading', { text: 'What to expect' }),
      pageBlock('list', {
        items: [
          'A short talk about listening at home',
          'Small groups in German and Russian',
          'Supper together, free of charge',
        ],
      }),
      pageBlock('image', { image: photo, alt: 'The room in which we meet' }),
      pageBlock('testimonial', {
        quote: '“We came for the supper and stayed for the people.”',
        author: 'Katrin V., came in spring',
      }),
      pageBlock('form', { consent: 'I agree that Anna may call me about this evening.', label: 'Send' }),
    ],
  };
}
