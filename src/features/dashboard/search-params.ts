import { oneOf, defineSearch } from '../../lib/search-params.ts';

/** `do=resume` opens the lesson that was read last; a shortcut of the installed app uses it. */
export const dashboardSearch = defineSearch({ do: oneOf(['resume']) });
