import type { PhoneDb } from '../../db/schema/db.ts';
import { lessonCard, type LessonCard } from '../../db/queries/lessons.ts';
import { excerptAround } from '../../lib/excerpt.ts';

export interface FoundLesson {
  lesson: LessonCard;
  /** The text around the first match; empty if only the title matches. */
  around: string;
}

const MAX_LESSONS = 2_000;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Returns the text of a lesson without markup. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(\w+|#39);/g, (match, name: string) => entities[name] ?? match)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const normalise = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/**
 * Returns the lessons on this device whose title, text or transcript contains all terms; those whose title matches come
 * first. Works offline.
 */
export async function searchLessons(db: PhoneDb, searchText: string, limit: number): Promise<FoundLesson[]> {
  const searchTerms = normalise(searchText).split(/\s+/).filter(Boolean);
  if (searchTerms.length === 0) return [];
  const matches: (FoundLesson & { rank: number })[] = [];
  await db.lessons.limit(MAX_LESSONS).each((row) => {
    const text = plainText(`${row.body} ${row.transcript ?? ''}`);
    const [title, folded] = [normalise(row.title), normalise(text)];
    if (!searchTerms.every((word) => title.includes(word) || folded.includes(word))) return;
    const places = searchTerms.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
    const around = places.length > 0 ? excerptAround(text, Math.min(...places)) : '';
    const rank = searchTerms.every((word) => title.includes(word)) ? 0 : 1;
    matches.push({ lesson: lessonCard(row, undefined), around, rank });
  });
  return matches.toSorted((a, b) => a.rank - b.rank).slice(0, limit);
}
