import { act, render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactElement, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { loadable, type Loadable, Loaded } from '../../src/hooks/loadable.tsx';

const Hello = ({ name }: { name: string }): ReactElement => <p>Hello {name}</p>;

const LoadablePart = ({ part }: { part: Loadable<{ name: string }> }): ReactElement => (
  <Loaded part={part} props={{ name: 'Ada' }} placeholder={<p>Loading</p>} />
);

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? <p>{String(this.state.error.cause)}</p> : this.props.children;
  }
}

it('a component is shown as soon as its code is loaded, and at once the next time', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Hello>();
  const load = vi.fn<() => Promise<typeof Hello>>(() => promise);
  const part = loadable(load);
  const { unmount } = render(<LoadablePart part={part} />);
  expect(screen.getByText('Loading')).toBeTruthy();
  await act(async () => resolve(Hello));
  expect(screen.getByText('Hello Ada')).toBeTruthy();
  unmount();
  render(<LoadablePart part={part} />);
  expect(screen.getByText('Hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('a component whose code was loaded before is shown at once', async () => {
  const part = loadable(async () => Hello);
  await part.load();
  render(<LoadablePart part={part} />);
  expect(screen.getByText('Hello Ada')).toBeTruthy();
});

it('shows a placeholder and then the new component when a component is replaced by one that is not loaded yet', async () => {
  const Bye = ({ name }: { name: string }): ReactElement => <p>Bye {name}</p>;
  const { rerender } = render(<LoadablePart part={loadable(async () => Hello)} />);
  await screen.findByText('Hello Ada');
  rerender(<LoadablePart part={loadable(async () => Bye)} />);
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Bye Ada')).toBeTruthy();
});

it('throws in the component if its code cannot be loaded, and requests the code again the next time', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const load = vi.fn<() => Promise<typeof Hello>>().mockRejectedValueOnce('offline').mockResolvedValueOnce(Hello);
  const part = loadable(load);
  const { unmount } = render(
    <Boundary>
      <LoadablePart part={part} />
    </Boundary>,
  );
  expect(await screen.findByText('offline')).toBeTruthy();
  unmount();
  render(<LoadablePart part={part} />);
  await waitFor(() => expect(screen.getByText('Hello Ada')).toBeTruthy());
});
