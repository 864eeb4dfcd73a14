import { defineSearch, oneOf, text } from '../../lib/search-params.ts';

/** With `show=archived`, the archived flows are listed. */
export const flowsSearch = defineSearch({ show: oneOf(['archived']) });

export type FlowsSearch = ReturnType<typeof flowsSearch>;

/** `block` is the id of the block whose form is open. */
export const editFlowSearch = defineSearch({ block: text });
