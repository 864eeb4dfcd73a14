import { useEffect, useRef, useState } from 'react';
import type { Address } from './use-address.ts';

const WRITE_AFTER_MS = 250;

export interface SearchText {
  /** As it stands in the field. */
  text: string;
  /** What the address asks for: the same a moment after the last key. */
  asked: string;
  type: (text: string) => void;
}

/** What is searched for, kept in the address as `q`; with another search the list begins at its first page. */
export function useSearchText(address: Address): SearchText {
  const asked = address.get('q') ?? '';
  const [text, setText] = useState(asked);
  const written = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another text than the one written there: somebody followed a link, went back, or cleared the filters.
  useEffect(() => {
    if (asked === written.current) return;
    written.current = asked;
    setText(asked);
  }, [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (value: string): void => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      written.current = value.trim();
      address.set({ q: value.trim(), page: null });
    }, WRITE_AFTER_MS);
  };
  return { text, asked: asked.trim(), type };
}
