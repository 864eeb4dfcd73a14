// The part of papaparse that imports use. The package's own types need those of Node, which neither the phone nor the
// contract has.
declare const Papa: {
  parse(
    text: string,
    config: {
      delimiter: string;
      newline?: string;
      quoteChar?: string;
      skipEmptyLines?: boolean;
      preview?: number;
      step(
        result: {
          data: string[];
          errors: { type: string; code: string }[];
          meta: { cursor: number };
        },
        parser: { abort(): void },
      ): void;
    },
  ): void;
};
export default Papa;
