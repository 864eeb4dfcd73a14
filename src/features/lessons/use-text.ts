import { useRef, useState } from 'react';
import { textError } from './text-error.ts';

export interface WrittenText {
  text: string;
  /** Error code, or null. */
  fault: string | null;
  change: (text: string) => void;
  /** Saves valid text. Resolves to true once saved. */
  submit: () => Promise<boolean>;
}

/** A comment being written. It stays in the field until it is saved. */
export function useText(before: string, save: (text: string) => Promise<unknown>): WrittenText {
  const [text, setText] = useState(before);
  const [fault, setFault] = useState<string | null>(null);
  // A second tap can arrive before the first is saved and rendered; this prevents a second comment.
  const isSaving = useRef(false);
  const change = (next: string): void => {
    setText(next);
    setFault(null);
  };
  const submit = async (): Promise<boolean> => {
    if (isSaving.current) return false;
    const found = textError(text);
    setFault(found);
    if (found) return false;
    isSaving.current = true;
    try {
      await save(text);
      return true;
    } catch {
      setFault('internal');
      return false;
    } finally {
      isSaving.current = false;
    }
  };
  return { text, fault, change, submit };
}
