import type { SavedView } from '../../../contract/entities/saved-view.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

/** Search parameters that are not part of a view, because they contain the user's position in the table. */
const positionParams: readonly string[] = ['page', 'person', 'list', 'open', 'view'];

/** The search parameters of a table. `view` is the id of the saved view from which the filters were taken. */
export type TableSearch = { view?: string | undefined };

/** Returns the filters and the order in a URL in the form in which a saved view stores them. */
export function viewParams(search: object): Record<string, string> {
  const params = Object.entries(search).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && value.trim() !== '' && !positionParams.includes(name)
      ? [[name, value.trim()] as const]
      : [],
  );
  return Object.fromEntries(params);
}

export interface ViewState {
  /** The view in the URL; undefined if there is none, or if it was deleted. */
  active: SavedView | undefined;
  params: Record<string, string>;
  /** Whether the filters differ from those of the view or, if there is no view, from empty filters. */
  isChanged: boolean;
}

/** Compares the URL with the view in it. `parse` drops parameters that the table does not support. */
export function viewStateOf<S extends TableSearch>(
  views: readonly SavedView[],
  search: S,
  parse: (params: Record<string, unknown>) => S,
): ViewState {
  const active = views.find(({ id }) => id === search.view);
  const params = viewParams(search);
  return { active, params, isChanged: !jsonEqual(params, active ? viewParams(parse(active.params)) : {}) };
}
