import { uuidv7 } from 'uuidv7';
import type { LessonProgress } from '../../../contract/entities/lesson-progress.ts';
import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { progressOfMany } from './progress-repository.ts';
import { allCategories, readDashboardLessons, lessonById, listLessons } from './repository.ts';
import { lessonTimeHandler } from './writes.ts';

const MAX_DASHBOARD_LESSONS = 12;

type LessonCalls = Pick<
  CallHandlers,
  'categories.list' | 'lessons.list' | 'lessons.view' | 'lessons.time' | 'lessons.dashboard'
>;

export const lessonRoutes: LessonCalls = {
  'categories.list': (context) => allCategories(context),
  'lessons.list': async (context, { query, body }) => {
    const filter = { category: body.category ?? null, search: body.search ?? query.search };
    return pageEnvelope(query, await listLessons(context, filter, pageSpan(query)));
  },
  'lessons.view': async (context, { params }) => {
    const lesson = await lessonById(context, params.id);
    if (!lesson) throw new Refused('not_found');
    return withEtag(context, lesson);
  },
  'lessons.time': async (context, { params, body }) => {
    const { received_at } = context;
    const to = body.to ?? received_at;
    const from = body.from ?? new Date(Date.parse(to) - body.time * 1000).toISOString();
    const { slice_id = uuidv7(), scrolled = 0, clock_offset_ms } = body;
    const args = { lesson_id: params.id, slice_id, from, to, active_s: body.time, scrolled, clock_offset_ms };
    const { row } = await lessonTimeHandler(context, toWriteInput<'lesson.time'>(context, params.id, args));
    return withEtag<LessonProgress>(context, row);
  },
  'lessons.dashboard': async (context) => {
    const lessons = await readDashboardLessons(context, MAX_DASHBOARD_LESSONS);
    const progress = await progressOfMany(
      context,
      lessons.map(({ id }) => id),
    );
    return lessons.map((lesson) => ({ lesson, progress: progress.get(lesson.id) ?? null }));
  },
};
