import { expect, it } from 'vitest';
import { sortFileLists } from '../../build/sorted-styles-plugin.ts';

it("sorts Vite's list of files for a lazily loaded chunk, and changes nothing else", () => {
  const code =
    'a(()=>import(`./a.js`),__vite__mapDeps([10,2,0,1]));b(()=>import(`./b.js`),__vite__mapDeps([3]));f([2,1])';
  expect(sortFileLists(code)).toBe(
    'a(()=>import(`./a.js`),__vite__mapDeps([0,1,2,10]));b(()=>import(`./b.js`),__vite__mapDeps([3]));f([2,1])',
  );
});
