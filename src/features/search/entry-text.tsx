import type { ReactElement, ReactNode } from 'react';
import { containsTerm, findHits } from '../../../contract/search/hits.ts';
import type { Term } from '../../../contract/search/terms.ts';
import { HighlightedText } from '../../components/app/hits.tsx';
import { excerptAround } from '../../lib/excerpt.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { PaletteEntry } from './entry.ts';

/**
 * Returns the second line of an entry. If a term occurs neither in the title nor in the details, an excerpt of the long
 * text around the term follows, so that the user sees why the entry matches.
 */
export function entryDetailOf({ title, detail = '', body = '' }: PaletteEntry, terms: readonly Term[]): string {
  const missing = terms.find((term) => !containsTerm(`${title} ${detail}`, term) && containsTerm(body, term));
  if (!missing) return detail;
  const plain = body.replaceAll(/\s+/g, ' ').trim();
  const excerpt = excerptAround(plain, findHits(plain, [missing])[0]?.from ?? 0);
  return [detail, excerpt].filter((part) => part !== '').join(' · ');
}

export interface EntryLook {
  title: ReactElement;
  detail: ReactElement | undefined;
  icon: ReactNode;
}

/** Returns how an entry is shown: its texts with the matches in bold, and its photo or icon. */
export function entryLookOf(entry: PaletteEntry, terms: readonly Term[], size: 's' | 'm'): EntryLook {
  const detail = entryDetailOf(entry, terms);
  const { title, avatar, icon } = entry;
  return {
    title: <HighlightedText text={title} terms={terms} />,
    detail: detail === '' ? undefined : <HighlightedText text={detail} terms={terms} />,
    icon: avatar ? <Avatar {...avatar} size={size} /> : icon,
  };
}
