import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scopedName } from '../../build/scoped-name.ts';
import { root } from '../../build/sources.ts';

it('two style sheets never get the same class name', () => {
  const files = globSync('src/**/*.module.css', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  const owners = new Map<string, string>();
  for (const file of files) {
    const classes = readFileSync(join(root, file), 'utf8').matchAll(/\.([a-z][\w-]*)/gi);
    for (const [, name = ''] of classes) {
      const scoped = scopedName(name, join(root, file));
      expect(owners.get(scoped) ?? file, scoped).toBe(file);
      owners.set(scoped, file);
    }
  }
});

it('returns the same short name for a file wherever it is built', () => {
  expect(scopedName('row', join(root, 'src/ui/list.module.css'))).toMatch(/^row_[a-z0-9]{4}$/);
  expect(scopedName('row', join(root, 'src/ui/list.module.css?used'))).toBe(
    scopedName('row', join(root, 'src/ui/list.module.css')),
  );
});
