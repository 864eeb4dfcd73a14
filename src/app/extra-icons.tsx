import IconBriefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconBooks from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import IconNews from '@tabler/icons-react/dist/esm/icons/IconNews.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShield.mjs';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import type { ReactElement } from 'react';

const icons = {
  news: IconNews,
  inbox: IconBell,
  events: IconCalendarEvent,
  audit: IconHistory,
  users: IconShield,
  books: IconBooks,
  downloads: IconDownload,
  employees: IconId,
  flows: IconLayoutBoard,
  help: IconHelpCircle,
  imports: IconFileImport,
  tickets: IconTicket,
  profile: IconUserCircle,
  settings: IconSettings,
  sync: IconRefresh,
  leads: IconUserSearch,
  people: IconUsersGroup,
  partners: IconBriefcase,
  team: IconSitemap,
  statistics: IconChartBar,
};

export type ExtraIconName = keyof typeof icons;

/**
 * Icons of navigation items that are not needed at the start, mostly because a phone shows the items only under More.
 */
export function ExtraIcon({ name }: { name: ExtraIconName }): ReactElement {
  const Icon = icons[name];
  return <Icon />;
}
