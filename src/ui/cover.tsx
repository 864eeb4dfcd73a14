import { type ReactElement, type ReactNode, useState } from 'react';

import { CoverArt } from './cover-art.tsx';
import styles from './cover.module.css';
import { type Tone, toneOf } from './name-hash.ts';

export type CoverProps = {
  /** URL of the picture. If it is absent or fails to load, a drawing is shown. */
  src?: string | undefined;
  /** Alternative text; '' for decoration. */
  alt?: string;
  /** Any text, such as an id or title, that selects the drawing. It also selects the colour if `tone` is absent. */
  seed: string;
  tone?: Tone | undefined;
  /** 'row': 76 x 58 px, in a list. 'book': 3:4. 'wide': full width, 16:9. 'banner': 3:1. */
  shape?: 'row' | 'book' | 'wide' | 'banner' | 'square';
  /** Gives the picture square corners, for the top of a card. */
  flush?: boolean;
  /** Shown over the picture, such as a play button or a badge. */
  children?: ReactNode;
};

/** A picture. Until it is loaded, a drawing fills its space. */
export function Cover({ src, alt = '', seed, tone, shape = 'row', flush = false, children }: CoverProps): ReactElement {
  const [failed, setFailed] = useState<string>();
  const hasImage = src && src !== failed;
  return (
    <div className={styles.cover} data-shape={shape} data-tone={tone ?? toneOf(seed)} data-flush={flush}>
      <CoverArt seed={seed} isWide={shape === 'banner'} />
      {hasImage && <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(src)} />}
      {children && <div className={styles.over}>{children}</div>}
    </div>
  );
}
