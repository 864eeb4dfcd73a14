/** A problem in a content folder, with its location. */
export interface ImportIssue {
  /** Path inside the folder. */
  file: string;
  /** Line number, from 1. */
  line: number;
  text: string;
}

/** One line for the operator: `file:line: text`. */
export const formatIssue = ({ file, line, text }: ImportIssue): string => `${file}:${line}: ${text}`;
