import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The code of a screen did not come. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super('the screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
  }
}

const LIMIT_MS = 120_000;
const AGAIN_MS = 1_500;

function limited<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), LIMIT_MS);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

async function twice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await limited(load());
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return await limited(load()).catch((error: unknown) => {
      throw new ScreenNotLoaded(error);
    });
  }
}

/** A screen whose code comes when it is first opened: tried twice, within a limit. */
export function lazyScreen<K extends string>(
  load: () => Promise<Record<K, () => ReactNode>>,
  name: K,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => twice(load), name);
}
