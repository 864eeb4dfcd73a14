import type { MediaItem } from '../../../contract/entities/lesson.ts';
import { Refused } from '../../../contract/errors.ts';
import { coverUrlOf } from '../../media-path.ts';
import type { CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { withEtag } from '../../sync/rest-adapter.ts';
import { readImportantNews, listNews, publishedNewsById } from './repository.ts';

const MAX_IMPORTANT = 50;

type NewsCalls = Pick<CallHandlers, 'news.important' | 'news.list' | 'news.view'>;

const withImage = <Row extends { media: MediaItem[] }>(row: Row) => ({ ...row, image: coverUrlOf(row.media) });

export const newsRoutes: NewsCalls = {
  'news.important': async (context) =>
    (await readImportantNews(context, context.received_at, MAX_IMPORTANT)).map(withImage),
  'news.list': async (context, { query }) => {
    const filter = { language: query.language, search: query.search };
    const page = await listNews(context, context.received_at, filter, pageSpan(query));
    return pageEnvelope(query, { ...page, rows: page.rows.map(withImage) });
  },
  'news.view': async (context, { params }) => {
    const item = await publishedNewsById(context, context.received_at, params.id);
    if (!item) throw new Refused('not_found');
    return withEtag(context, withImage(item));
  },
};
