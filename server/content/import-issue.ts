/** A problem in a content folder, and where it is. */
export interface ImportIssue {
  /** Path relative to the folder. */
  file: string;
  /** Line number, starting at 1. */
  line: number;
  text: string;
}

/** Formats an issue as one line for the operator: `file:line: text`. */
export const formatIssue = ({ file, line, text }: ImportIssue): string => `${file}:${line}: ${text}`;
