import { lazy, type ReactElement, Suspense } from 'react';

const AddSheet = lazy(() => import('./add-sheet.tsx').then((loaded) => ({ default: loaded.AddSheet })));
const SettingsSheet = lazy(() => import('./settings-sheet.tsx').then((loaded) => ({ default: loaded.SettingsSheet })));
const PreviewScreen = lazy(() => import('./preview-screen.tsx').then((loaded) => ({ default: loaded.PreviewScreen })));
const PublishSheet = lazy(() =>
  import('../publish/publish-sheet.tsx').then((loaded) => ({ default: loaded.PublishSheet })),
);
const VersionsSheet = lazy(() =>
  import('../publish/versions-sheet.tsx').then((loaded) => ({ default: loaded.VersionsSheet })),
);

const dialogs = {
  add: AddSheet,
  settings: SettingsSheet,
  preview: PreviewScreen,
  publish: PublishSheet,
  versions: VersionsSheet,
};

export type DialogName = keyof typeof dialogs;

/** Props of the editor's layouts for wide and narrow screens. */
export interface LayoutProps {
  open: (dialog: DialogName) => void;
}

/** The open dialog of the editor. Its code loads on first use. */
export function EditorDialog({ name, onClose }: { name: DialogName | null; onClose: () => void }): ReactElement | null {
  if (name === null) return null;
  const Dialog = dialogs[name];
  return (
    <Suspense>
      <Dialog onClose={onClose} />
    </Suspense>
  );
}
