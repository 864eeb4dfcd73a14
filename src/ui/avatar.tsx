import { type ReactElement, type ReactNode, useState } from 'react';

import styles from './avatar.module.css';
import { toneOf } from './name-hash.ts';

export type AvatarProps = {
  name: string;
  /**
   * The id of the record. It determines the colour, so that the colour stays when the name changes. Null for a person
   * without a record.
   */
  id: string | null;
  src?: string | undefined;
  size?: 's' | 'm' | 'l' | 'xl';
  /** Whether screen readers announce the name. Set it only if the name is not shown beside the picture. */
  isNamed?: boolean;
};

/** Shows the picture, or initials on a colour derived from the id. */
export function Avatar({ name, id, src, size = 'm', isNamed = false }: AvatarProps): ReactElement {
  const [failed, setFailed] = useState<string>();
  const hasImage = src && src !== failed;
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-tone={toneOf(id ?? name)}
      {...(isNamed ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {hasImage ? <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} /> : initials(name)}
    </span>
  );
}

export interface AvatarIconProps {
  size?: AvatarProps['size'];
  tone?: 'plain' | 'good';
  /** Text for screen readers. Set it unless the text beside the icon has the same meaning. */
  label?: string;
  children: ReactNode;
}

/** An icon with the shape and size of an avatar. */
export function AvatarIcon({ size = 'm', tone = 'plain', label, children }: AvatarIconProps): ReactElement {
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-tone={tone}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {children}
    </span>
  );
}

/** Returns the first letters of the first and the last word. */
export function initials(name: string): string {
  const nameWords = name
    .trim()
    .split(/[\s.]+/)
    .filter((word) => /^\p{L}|^\p{N}/u.test(word));
  const ends = nameWords.length > 1 ? [nameWords[0], nameWords.at(-1)] : nameWords;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
