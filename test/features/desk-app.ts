import { vi } from 'vitest';
import { parseFilters } from '../../src/features/people/people-query.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { hoursFromNow } from './news-maker.ts';
import { db } from './people-app.ts';
import { makePerson } from './people-maker.ts';

/** Renders the page as in a window of the given width. */
export function onWideScreen(width = 1440): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: Number(/min-width: (\d+)px/.exec(media)?.[1] ?? Infinity) <= width,
        media,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );
  vi.stubGlobal('innerWidth', width);
}

export const idOf = (number: number): string => `0198c000-0000-7000-8000-0000000a${String(number).padStart(4, '0')}`;

/** Returns a row of the server's list of people. */
export const structureUser = (number: number, fields: object = {}) => ({
  ...makePerson({ id: idOf(number), first_name: `Person ${number}`, last_name: '' }),
  name: `Person ${number}`,
  open_tasks: 0,
  last_contact_at: null,
  next_task: null,
  tags_groups: {},
  ...fields,
});

const about = {
  count: 3,
  total_count: 7,
  next: null,
  columns: [],
  tags_groups_columns: [{ key: 'g', label: 'Hobby' }],
};

/** Stores a page of the server's list in the database of the device. */
export const savePeoplePage = (rows: object[], search = {}, more: object = {}) =>
  db.pages.put({
    key: staffKeys.people(parseFilters(search)),
    rows,
    about: { ...about, ...more },
    fetched_at: hoursFromNow(-1),
  });
