// Types of the part of papaparse that imports use. The types published for the package depend on those of Node, which
// are not available to code that runs in browsers.
declare module 'papaparse' {
  interface Step {
    data: string[];
    errors: { type: string; code: string }[];
    /** `cursor` is the position in the text after the record. */
    meta: { cursor: number };
  }

  interface Config {
    delimiter: string;
    /** Number of records after which parsing ends. */
    preview?: number;
    step: (step: Step, parser: { abort: () => void }) => void;
  }

  const Papa: { parse: (text: string, config: Config) => void };
  export default Papa;
}
