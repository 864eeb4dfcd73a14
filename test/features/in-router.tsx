import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { createAppRouter } from '../../src/app/router.tsx';

/** Wraps a part of a screen in the app's routes, so that its links have addresses. */
export function InRouter({ children }: { children: ReactNode }): ReactElement {
  const [router] = useState(() => createAppRouter(null, createMemoryHistory()));
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}
