import type { Me } from '../../../contract/entities/me.ts';
import type { Package } from '../../../contract/entities/package.ts';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import { savedUpcomingEvents } from '../../db/queries/events.ts';
import { savedNextLessons, type LessonCard } from '../../db/queries/lessons.ts';
import { savedNews, type NewsCard } from '../../db/queries/news.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Store } from '../../db/schema/store.ts';
import { lessonFiles, savedDownloads, type LessonFiles } from '../../db/storage/lesson-files.ts';
import { withOneVideo } from '../../db/storage/video-quality.ts';

export interface Account {
  me: Me;
  /** The user's subscription; null if there never was one. */
  subscription: Subscription | null;
  /** Unsent changes of the subscription. */
  badge: RowBadge | undefined;
  /** The packages that are on sale, in their order. */
  packages: readonly Package[];
}

/** Returns the account, its subscription and the packages on sale, as stored on this device. */
export async function savedAccount({ db, actor }: Store): Promise<Account | null> {
  const me = await db.me.get(actor.user_id);
  if (!me) return null;
  const subscription = (await db.subscriptions.get(actor.user_id)) ?? null;
  const badge = (await savedBadges(db, 'subscriptions')).get(actor.user_id);
  return { me, subscription, badge, packages: await db.packages.orderBy('position').toArray() };
}

/** Number of free lessons that the welcome shows. */
const FREE_LESSONS = 3;

/** Maximum number of books that are counted. */
const MAX_BOOKS = 500;

/** What a member can use without a package, as stored on this device. */
export interface FreeContent {
  lessons: { lesson: LessonCard; files: LessonFiles }[];
  /** Number of free books. */
  books: number;
  /** The newest item, or null if there is none. */
  news: Pick<NewsCard, 'title' | 'language'> | null;
  /** Whether there is an upcoming event. */
  hasEvents: boolean;
}

/** Returns what a member can use without a package. `now` is an ISO instant. */
export async function savedFreeContent(db: PhoneDb, language: string, now: string): Promise<FreeContent> {
  // Downloads are read first, because a live query does not observe what is read after the loop over categories.
  const rows = await savedDownloads(db);
  const { pinned, items } = await savedNews(db, language, now);
  const books = await db.books
    .orderBy('title')
    .filter(({ price_cents }) => price_cents === 0)
    .limit(MAX_BOOKS)
    .count();
  const { events } = await savedUpcomingEvents(db, language, now);
  const next = await savedNextLessons(db, language, FREE_LESSONS);
  const freeLessons = next.filter((lesson) => lesson.free).slice(0, FREE_LESSONS);
  // The video quality is read last: it may come from another database, and a live query observes no reads after that.
  const lessons = (await withOneVideo(db, freeLessons)).map((lesson) => ({ lesson, files: lessonFiles(lesson, rows) }));
  return { lessons, books, news: pinned[0] ?? items[0] ?? null, hasEvents: events.length > 0 };
}
