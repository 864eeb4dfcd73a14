import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

/** A component whose code is loaded separately. */
export interface Loadable<Props> {
  /** The component, if its code is loaded. */
  current: () => ComponentType<Props> | undefined;
  /** Loads the code. After a failure, the next call tries again. */
  load: () => Promise<ComponentType<Props>>;
}

/** Returns a component with separately loaded code, for `Loaded`. */
export function loadable<Props>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  return { current: () => loaded, load: async () => (loaded ??= await load()) };
}

interface LoadedProps<Props> {
  part: Loadable<Props>;
  props: Props;
  /** Shown until the code is loaded. */
  placeholder: ReactNode;
}

/**
 * Shows a component as soon as its code is loaded. React would show a component from `lazy` no sooner than 300 ms after
 * the placeholder. Throws if the code cannot be loaded.
 */
export function Loaded<Props extends object>({ part, props, placeholder }: LoadedProps<Props>): ReactNode {
  const [failure, setFailure] = useState<{ error: Error }>();
  const [, setLoaded] = useState<ComponentType<Props>>();
  const component = part.current();
  const isLoaded = component !== undefined;
  useEffect(() => {
    if (isLoaded) return;
    let isMounted = true;
    part.load().then(
      (loaded) => isMounted && setLoaded(() => loaded),
      (cause: unknown) => isMounted && setFailure({ error: new Error('a component could not be loaded', { cause }) }),
    );
    return () => {
      isMounted = false;
    };
  }, [part, isLoaded]);
  if (failure) throw failure.error;
  return component ? createElement(component, props) : placeholder;
}
