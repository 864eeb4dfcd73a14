import { expect, it } from 'vitest';
import { replaceInPage } from '../../build/replace-in-page.ts';

it('replaces a part of the page with a text that may contain `$`', () => {
  expect(replaceInPage('<body><!--login--></body>', '<!--login-->', "$& $' $$")).toBe("<body>$& $' $$</body>");
});

it('fails if the page does not contain the part', () => {
  expect(() => replaceInPage('<body></body>', '<!--login-->', '')).toThrow('index.html has no <!--login-->');
});
