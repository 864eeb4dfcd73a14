import { useEffect, useRef, useState } from 'react';

const WRITE_AFTER_MS = 250;

export interface SearchText {
  /** As it stands in the field. */
  text: string;
  type: (text: string) => void;
  /** Another text at once, which the caller writes. */
  reset: (text: string) => void;
}

/** The text of a search field that the address keeps: `write` puts it there a moment after the last key. */
export function useSearchText(asked: string, write: (text: string) => void): SearchText {
  const [text, setText] = useState(asked);
  const written = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another text than the one written there: a link was followed, the user went back, or the filters were cleared.
  useEffect(() => {
    if (asked === written.current) return;
    written.current = asked;
    setText(asked);
  }, [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const reset = (value: string): void => {
    clearTimeout(timer.current);
    written.current = value.trim();
    setText(value);
  };
  const type = (value: string): void => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      written.current = value.trim();
      write(value.trim());
    }, WRITE_AFTER_MS);
  };
  return { text, type, reset };
}
