import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RootMark } from '../../src/ui/root-mark.tsx';

const isMarked = (): boolean => document.documentElement.hasAttribute('data-has-sheet');

test('keeps the attribute of the root element until the last component that set it is unmounted', () => {
  const one = render(<RootMark name="sheet" />);
  const other = render(<RootMark name="sheet" />);
  expect(isMarked()).toBe(true);
  one.unmount();
  expect(isMarked()).toBe(true);
  other.unmount();
  expect(isMarked()).toBe(false);
});
