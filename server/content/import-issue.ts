/** Something wrong in a content folder, with the place to mend it. */
export interface Problem {
  /** Path inside the folder. */
  file: string;
  /** From 1. */
  line: number;
  text: string;
}

export const problemLine = ({ file, line, text }: Problem): string => `${file}:${line}: ${text}`;
