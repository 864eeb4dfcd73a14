import { afterAll, beforeAll } from 'vitest';
import { windowOf, type EntityName } from '../../contract/entities/stores.ts';
import { resizeWindow } from './windows.ts';

/** Resizes an entity's window before the tests of a file or `describe` block, and restores its size after them. */
export function resizeWindowForTests(name: EntityName, size: number): void {
  const released = windowOf(name)!.size;
  beforeAll(() => resizeWindow(name, size));
  afterAll(() => resizeWindow(name, released));
}
