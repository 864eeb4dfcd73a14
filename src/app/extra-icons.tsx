import IconBooks from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconNews from '@tabler/icons-react/dist/esm/icons/IconNews.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import type { ReactElement } from 'react';

const icons = {
  news: IconNews,
  events: IconCalendarEvent,
  books: IconBooks,
  downloads: IconDownload,
  help: IconHelpCircle,
  profile: IconUserCircle,
  settings: IconSettings,
  sync: IconRefresh,
};

export type ExtraIconName = keyof typeof icons;

/** Icons of the places that a phone shows under More alone. */
export function ExtraIcon({ name }: { name: ExtraIconName }): ReactElement {
  const Icon = icons[name];
  return <Icon />;
}
