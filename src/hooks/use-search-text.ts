import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

export interface SearchText {
  /** The current text of the field. */
  text: string;
  type: (text: string) => void;
  /** Replaces the text and cancels a pending update of the URL; the caller updates the URL itself. */
  reset: (text: string) => void;
}

/**
 * Keeps the text of a search field in the URL. `write`, which updates the URL, is called 250 ms after the last key
 * press.
 */
export function useSearchText(urlText: string, write: (text: string) => void): SearchText {
  const [text, setText] = useState(urlText);
  const lastWritten = useRef(urlText);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // If the text in the URL is not the text that was written last, something else has changed the URL: a link, the back
  // button or a reset of the filters.
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
