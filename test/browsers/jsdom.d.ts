// The package jsdom has no types of its own; these are the parts that the tests use.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { runScripts: 'outside-only' });
    readonly window: Window & typeof globalThis;
  }
}
