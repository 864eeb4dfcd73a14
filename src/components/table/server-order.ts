import type { GridSort } from '../../ui/data-grid/grid-types.ts';

/** Converts the name of an order on the server, such as `-created_at`, to the order of a grid. */
export const sortOf = (order: string): GridSort => ({
  by: order.replace(/^-/, ''),
  isDescending: order.startsWith('-'),
});

/** Converts the order of a grid to the name of an order on the server; undefined if the server does not support it. */
export const orderOf = <O extends string>(orders: readonly O[], { by, isDescending }: GridSort): O | undefined =>
  orders.find((order) => order === (isDescending ? `-${by}` : by));
