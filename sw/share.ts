import { registerRoute } from 'workbox-routing';
import { MAX_SHARE_BYTES, saveShare, type ShareRefusal } from '../src/db/storage/shares.ts';
import { createIdGenerator } from '../src/lib/ids.ts';
import { log } from '../src/lib/log.ts';
import type { Ports } from '../src/lib/ports.ts';
import { currentUser } from './session.ts';

/** The path to which the operating system posts what is shared with the installed app; see manifest.webmanifest. */
const SHARE_PATH = '/share';

/** Maximum number of bytes in the body of a request, not counting its files. */
const MAX_FORM_BYTES = 256 * 1024;

/**
 * Whether a request shares content with the app. It must be a navigation of a window: requests from a hidden frame of
 * another site or from a script must not be able to store anything.
 */
export const isShare = ({ pathname }: URL, { mode, destination }: Request): boolean =>
  pathname === SHARE_PATH && mode === 'navigate' && destination === 'document';

/** Whether the origin or the referrer shows that a page of another site posted the form. Both may be missing. */
function isForeign({ url, headers, referrer }: Request): boolean {
  const ownOrigin = new URL(url).origin;
  const senderOrigin = headers.get('Origin') ?? 'null';
  const page = URL.canParse(referrer) ? new URL(referrer) : null;
  return (
    (senderOrigin !== 'null' && senderOrigin !== ownOrigin) ||
    (/^https?:$/.test(page?.protocol ?? '') && page?.origin !== ownOrigin)
  );
}

/** Reads a body. If it is longer than allowed, stops reading and returns null. */
async function readBody(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob | null> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    bytes += value.byteLength;
    if (bytes > MAX_SHARE_BYTES + MAX_FORM_BYTES) {
      void reader.cancel().catch(() => {});
      return null;
    }
    chunks.push(value);
  }
}

async function saveSharedContent(request: Request, ports: Ports): Promise<ShareRefusal | null> {
  if (!request.body) return 'unreadable';
  const body = await readBody(request.body);
  if (!body) return 'too_large';
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  const form = await new Response(body, { headers }).formData();
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const files = form.getAll('files').filter((value) => typeof value !== 'string');
  const content = { title: text('title'), text: text('text'), url: text('url'), files };
  const user_id = await currentUser(ports);
  return saveShare(ports.caches, content, { id: createIdGenerator(ports)(), user_id, now: ports.clock.now() });
}

/**
 * Stores content that another app shares with this app, even without a network, and opens the screen on which the user
 * decides what to do with the content. See: [Note: Shared content]
 */
export async function answerShare(request: Request, ports: Ports): Promise<Response> {
  const redirectTo = (path: string): Response => Response.redirect(new URL(path, request.url).href, 303);
  if (isForeign(request)) return redirectTo('/');
  const refused = await saveSharedContent(request, ports).catch((error: unknown): ShareRefusal => {
    log.warn('a share could not be read', error);
    return 'unreadable';
  });
  return redirectTo(refused === null ? SHARE_PATH : `${SHARE_PATH}?refused=${refused}`);
}

/** Receives content that other apps share with the installed app. */
export function receiveShares(ports: Ports): void {
  registerRoute(
    ({ url, sameOrigin, request }) => sameOrigin && isShare(url, request),
    ({ request }) => answerShare(request, ports),
    'POST',
  );
}
