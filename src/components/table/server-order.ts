import type { GridSort } from '../../ui/data-grid/grid-types.ts';

/** Converts an order of the server, such as `-created_at`, to the order of a grid. */
export const sortOf = (order: string): GridSort => ({
  by: order.replace(/^-/, ''),
  isDescending: order.startsWith('-'),
});

/** Converts the order of a grid to one of the server's orders; undefined if the server has no such order. */
export const orderOf = <O extends string>(orders: readonly O[], { by, isDescending }: GridSort): O | undefined =>
  orders.find((order) => order === (isDescending ? `-${by}` : by));
