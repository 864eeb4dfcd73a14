import type { Category } from '../../contract/entities/category.ts';
import type { Lesson, MediaItem } from '../../contract/entities/lesson.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

export const CATEGORY = '0198c000-0000-7000-8000-0000000000c0';

export const lessonId = (number: number): string => `0198c000-0000-7000-8000-00000000010${number}`;

export function makeCategory(change: Partial<Category> = {}): Category {
  const texts = { slug: 'talk', title: 'Talking with people', description: '', language: 'en', color: 'teal' } as const;
  return { id: CATEGORY, rev: 1, position: 1, ...texts, ...change };
}

export function makeLesson(number: number, change: Partial<Lesson> = {}): Lesson {
  return {
    ...{ id: lessonId(number), rev: 1, category_id: CATEGORY, title: `Lesson ${number}`, language: 'en' },
    ...{ position: number, duration_min: 7, free: true, body: `<p>Text ${number}.</p>`, transcript: '', media: [] },
    ...change,
  };
}

export const video: MediaItem = {
  ...{ kind: 'video', sha256: 'b'.repeat(64), bytes: 3e6, mime: 'video/mp4', width: 960, height: 540, alt: '' },
};

export interface LessonRows {
  categories?: readonly Category[];
  lessons: readonly Lesson[];
  me?: Partial<Me>;
  status?: Partial<SyncStatus>;
}

/** Shows the app at a path on a device with these lessons. */
export async function showLessons(
  at: string,
  { categories = [makeCategory()], lessons, me = {}, status = {} }: LessonRows,
): Promise<{ db: PhoneDb; path: () => string }> {
  const ports = freshPorts();
  const db = await openPhone(ports, me, { last_fetched_at: new Date().toISOString(), ...status });
  await db.categories.bulkPut([...categories]);
  await db.lessons.bulkPut([...lessons]);
  const { path } = await showApp(at, ports);
  return { db, path };
}
