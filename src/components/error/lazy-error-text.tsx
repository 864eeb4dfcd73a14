import { lazy, type ReactElement, Suspense } from 'react';

type Shown = (props: { code: string | null | undefined }) => ReactElement | null;

const Text = lazy(() =>
  import('./error-text.tsx').then(
    ({ ErrorText }): { default: Shown } => ({ default: ErrorText }),
    (): { default: Shown } => ({ default: () => null }),
  ),
);

/** Error text for the first screens, which rarely need one, loaded on demand. */
export function LazyErrorText({ code }: { code: string | null | undefined }): ReactElement {
  return (
    <Suspense>
      <Text code={code} />
    </Suspense>
  );
}
