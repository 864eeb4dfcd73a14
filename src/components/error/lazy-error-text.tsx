import { lazy, type ReactElement, Suspense } from 'react';

type ErrorTextComponent = (props: { code: string | null | undefined }) => ReactElement | null;

const Text = lazy(() =>
  import('./error-text.tsx').then(
    ({ ErrorText }): { default: ErrorTextComponent } => ({ default: ErrorText }),
    (): { default: ErrorTextComponent } => ({ default: () => null }),
  ),
);

/** Error text that is loaded on demand, for the first screens, which rarely show one. */
export function LazyErrorText({ code }: { code: string | null | undefined }): ReactElement {
  return (
    <Suspense>
      <Text code={code} />
    </Suspense>
  );
}
