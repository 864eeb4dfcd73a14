import { windowOf, type EntityName } from '../../contract/entities/stores.ts';

/**
 * Changes the size of an entity's window, on devices and on the server, so that tests need only a few rows to exceed
 * it.
 */
export function resizeWindow(name: EntityName, size: number): void {
  Object.assign(windowOf(name)!, { size });
}
