import { oneOf, searchOf } from '../../lib/search-params.ts';

/** `do=resume` goes on with the lesson that was read last: a shortcut of the installed app. */
export const dashboardSearch = searchOf({ do: oneOf(['resume']) });
