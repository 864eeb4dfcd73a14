import { defineSearch, oneOf, text } from '../../lib/search-params.ts';

/** `show=archived` lists the archived flows. */
export const flowsSearch = defineSearch({ show: oneOf(['archived']) });

export type FlowsSearch = ReturnType<typeof flowsSearch>;

/** `block` is the block that is open. */
export const editFlowSearch = defineSearch({ block: text });
