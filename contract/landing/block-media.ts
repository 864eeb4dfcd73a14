import type { LandingContext } from './context.ts';
import { pageTexts } from './page-texts.ts';
import { isVideoUrl, type LandingImage, type PropsOf } from './props.ts';
import { element, type LandingElement, type LandingNode } from './tree.ts';
import { videoSource } from './video.ts';

export interface ImageOptions {
  alt: string;
  /** The width at which the image is shown, as the value of the HTML attribute `sizes`. */
  sizes: string;
  /**
   * Whether the image is visible when the page opens. It is then loaded at once, not when the visitor scrolls to it.
   */
  isFirst?: boolean;
}

/**
 * Returns an image with its width and height, so that the layout does not shift when it loads; null if it is not
 * available.
 */
export function imageTree(
  image: LandingImage,
  { alt, sizes, isFirst = false }: ImageOptions,
  context: LandingContext,
): LandingElement | null {
  const found = context.image(image);
  if (!found) return null;
  const sources = found.sources ?? [];
  return element('picture', {}, [
    ...sources.map(({ type, srcset }) => element('source', { type, srcset, sizes })),
    element('img', {
      src: found.src,
      alt,
      width: String(image.width),
      height: String(image.height),
      ...(isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' }),
      decoding: 'async',
    }),
  ]);
}

const TEXT_COLUMN = '(min-width: 724px) 680px, calc(100vw - 44px)';
const GALLERY_COLUMN = '(min-width: 724px) 220px, calc(50vw - 28px)';

export function imageBlock({ image, alt, decorative }: PropsOf<'image'>, context: LandingContext): LandingNode | null {
  const picture = image && imageTree(image, { alt: decorative ? '' : alt, sizes: TEXT_COLUMN }, context);
  return picture && element('figure', { class: 'image' }, [picture]);
}

export function galleryBlock({ images }: PropsOf<'gallery'>, context: LandingContext): LandingNode | null {
  const items = images.map(({ image, alt }) => imageTree(image, { alt, sizes: GALLERY_COLUMN }, context));
  const shown = items.filter((item) => item !== null);
  return shown.length === 0
    ? null
    : element(
        'ul',
        { class: 'gallery' },
        shown.map((item) => element('li', {}, [item])),
      );
}

/**
 * Returns a video as a link to its host. When a visitor presses the link, a script replaces it with a player. Before
 * that, nothing is loaded from the host.
 */
export function videoBlock({ url, image, alt }: PropsOf<'video'>, context: LandingContext): LandingNode | null {
  if (!isVideoUrl(url)) return null;
  const texts = pageTexts[context.lang];
  const source = videoSource(url);
  const poster = image && imageTree(image, { alt, sizes: TEXT_COLUMN }, context);
  return element('figure', { class: 'video' }, [
    element('a', { href: url, rel: 'nofollow ugc noopener', 'data-kind': source?.kind, 'data-src': source?.src }, [
      poster,
      element('span', { class: 'play' }, [texts.playVideo]),
    ]),
    source && element('figcaption', {}, [texts.videoHost(source.host)]),
  ]);
}
