import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inlineScriptSources } from '../../server/http/inline-scripts.ts';
import { openTestServer } from '../helpers/server.ts';

const script = 'const $ = "<b>";\nalert($)';
const source = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

it('returns the hash of each inline script, and no hash for scripts that are loaded from a file', () => {
  const html = `<script>${script}</script><script type="module" src="/a.js"></script><script>1</script>`;
  expect(inlineScriptSources(html)).toEqual([source, expect.stringMatching(/^'sha256-.{43}='$/)]);
  expect(inlineScriptSources('<p>no script</p>')).toEqual([]);
});

it('allows the inline script of the page by its hash, and only in responses that contain the page', async () => {
  const web_folder = await mkdtemp(join(tmpdir(), 'haversack-web-'));
  await writeFile(join(web_folder, 'index.html'), `<!doctype html><script>${script}</script>`);
  await writeFile(join(web_folder, 'sw.js'), '// worker');
  const server = await openTestServer({ app: { web_folder } });
  const scriptSourcesOf = async (url: string) => {
    const { headers } = await server.app.inject({ url });
    return /script-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1];
  };
  for (const url of ['/', '/contacts', '/index.html']) expect(await scriptSourcesOf(url)).toBe(`'self' ${source}`);
  for (const url of ['/sw.js', '/healthz', '/api/none', '/assets/none.js'])
    expect(await scriptSourcesOf(url)).toBe("'self'");
  await server.close();
  await rm(web_folder, { recursive: true });
});
