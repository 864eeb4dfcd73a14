import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'vite';
import { inlineScriptSources } from '../server/http/inline-scripts.ts';
import { precompress } from './precompress.ts';
import { dist, root } from './sources.ts';

// `npm run build:client -- --api https://api.example`: builds the page for a static host, without our server. The API
// is at another origin; see docs/foreign-api.md.

const { values } = parseArgs({
  options: { api: { type: 'string' }, token: { type: 'string' }, out: { type: 'string' } },
});

function apiOrigin(): string {
  const url = URL.canParse(values.api ?? '') ? new URL(values.api!) : null;
  if (!url) throw new Error('name the base URL of the API: npm run build:client -- --api https://api.example');
  return url.origin;
}

/** The content security policy of our server, except that the page may also contact the API at `origin`. */
const policyFor = (origin: string, inlineScripts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts].join(' '),
    "style-src 'self'",
    `img-src 'self' data: blob: ${origin}`,
    `connect-src 'self' ${origin}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types app default dompurify',
  ].join('; ');

const contentPolicy = (origin: string): Plugin => ({
  name: 'haversack-content-policy',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policyFor(origin, inlineScriptSources(html)) },
        injectTo: 'head-prepend',
      },
    ],
  },
});

process.chdir(root);
process.env['NODE_ENV'] ??= 'production';
const origin = apiOrigin();
const outDir = values.out ?? join(dist, 'client');
await rm(outDir, { recursive: true, force: true });
await build({
  root,
  logLevel: 'warn',
  define: { __API_ELSEWHERE__: 'true' },
  plugins: [contentPolicy(origin)],
  build: { outDir, emptyOutDir: true },
});
await writeFile(
  join(outDir, 'config.json'),
  `${JSON.stringify({ api: values.api, ...(values.token && { token: values.token }) }, null, 2)}\n`,
);
await precompress(outDir, null, 'best');
process.stdout.write(`built ${outDir} for ${values.api}\n`);
