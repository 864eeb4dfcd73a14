import { lazy, type ReactElement, Suspense } from 'react';

type ErrorTextComponent = (props: { code: string | null | undefined }) => ReactElement | null;

const Text = lazy(() =>
  import('./error-text.tsx').then(
    ({ ErrorText }): { default: ErrorTextComponent } => ({ default: ErrorText }),
    (): { default: ErrorTextComponent } => ({ default: () => null }),
  ),
);

/** An ErrorText whose code is loaded on first use. For first screens, which rarely show an error. */
export function LazyErrorText({ code }: { code: string | null | undefined }): ReactElement {
  return (
    <Suspense>
      <Text code={code} />
    </Suspense>
  );
}
