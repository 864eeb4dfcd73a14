import { type RefObject, useEffect, useRef } from 'react';

/** Brings the first field with a fault into sight and gives it the focus, each time that faults are found. */
export function useErrorFocus<T extends HTMLElement>(faults: object): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault="true"] input')?.focus();
  }, [faults]);
  return ref;
}
