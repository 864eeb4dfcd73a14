import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

export interface SearchText {
  /** The current text of the field. */
  text: string;
  type: (text: string) => void;
  /** Replaces the text at once; the caller updates the URL itself. */
  reset: (text: string) => void;
}

/** Keeps the text of a search field in the URL: `write` updates the URL a moment after the last key press. */
export function useSearchText(urlText: string, write: (text: string) => void): SearchText {
  const [text, setText] = useState(urlText);
  const lastWritten = useRef(urlText);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The URL has a different text than the one written last: a link was followed, the user went back, or the filters
  // were cleared.
  useEffect(() => {
    if (urlText === lastWritten.current) return;
    lastWritten.current = urlText;
    setText(urlText);
  }, [urlText]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const reset = (value: string): void => {
    clearTimeout(timer.current);
    lastWritten.current = value.trim();
    setText(value);
  };
  const type = (value: string): void => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      lastWritten.current = value.trim();
      write(value.trim());
    }, DEBOUNCE_MS);
  };
  return { text, type, reset };
}
