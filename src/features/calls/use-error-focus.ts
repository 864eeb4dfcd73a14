import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to the first invalid field and focuses it each time errors are reported. */
export function useErrorFocus<T extends HTMLElement>(faults: object): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault="true"] input')?.focus();
  }, [faults]);
  return ref;
}
