// The part of papaparse that imports use. The types that exist for the package need those of Node, which neither the
// phone nor the contract has.
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
