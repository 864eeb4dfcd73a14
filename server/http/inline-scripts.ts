import { createHash } from 'node:crypto';

/** Returns the sources that a content security policy must list so that the inline scripts of a page may run. */
export const inlineScriptSources = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
