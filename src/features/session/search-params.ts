import { defineSearch, oneOf } from '../../lib/search-params.ts';

/** `step=details` shows the second step of the registration; without it, the first one is shown. */
export const registerSearch = defineSearch({ step: oneOf(['details']) });
