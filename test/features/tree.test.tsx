import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { TreeItem } from '../../src/ui/tree-keys.ts';
import { Tree } from '../../src/ui/tree.tsx';

const item = (text: string): TreeItem => ({ key: text, text, content: text });

/** A tree with the items `below` under its first item, and a search field next to the tree. */
function Box({ below }: { below: readonly string[] }): ReactElement {
  const branch = { ...item('Lena'), isExpanded: true, items: below.map(item) };
  return (
    <>
      <Tree aria-label="Team" items={[branch, item('Dmitri')]} />
      <input aria-label="Search" />
    </>
  );
}

const focused = () => document.activeElement?.textContent;
let show: (...below: string[]) => void;

beforeEach(() => {
  const { rerender } = render(<Box below={['Loading']} />);
  show = (...below) => rerender(<Box below={below} />);
  screen.getByRole('treeitem', { name: 'Lena' }).focus();
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
});

it('the focus in a tree stays at the same position when the focused item is replaced', () => {
  expect(focused()).toBe('Loading');
  show('Jonas', 'Nina');
  expect(focused()).toBe('Jonas');
  show('Anna', 'Jonas');
  expect(focused()).toBe('Jonas');
  show('Anna', 'Nina');
  expect(focused()).toBe('Nina');
});

it('a tree does not take the focus back when a previously focused item is replaced', () => {
  const search = screen.getByRole('textbox', { name: 'Search' });
  search.focus();
  show('Jonas', 'Nina');
  expect(document.activeElement).toBe(search);
});
