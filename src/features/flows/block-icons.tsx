import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs';
import IconCards from '@tabler/icons-react/dist/esm/icons/IconCards.mjs';
import IconClick from '@tabler/icons-react/dist/esm/icons/IconClick.mjs';
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs';
import IconH1 from '@tabler/icons-react/dist/esm/icons/IconH1.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs';
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import IconAlignLeft from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs';
import IconLayoutNavbar from '@tabler/icons-react/dist/esm/icons/IconLayoutNavbar.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import IconQuote from '@tabler/icons-react/dist/esm/icons/IconQuote.mjs';
import IconSeparator from '@tabler/icons-react/dist/esm/icons/IconSeparator.mjs';
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';
import type { ReactElement } from 'react';
import type { BlockType } from '../../../contract/landing/values.ts';

const icons = {
  hero: IconLayoutNavbar,
  heading: IconH1,
  text: IconAlignLeft,
  image: IconPhoto,
  gallery: IconLayoutGrid,
  video: IconVideo,
  button: IconClick,
  form: IconForms,
  contacts: IconAddressBook,
  faq: IconHelpCircle,
  testimonial: IconQuote,
  list: IconList,
  countdown: IconHourglass,
  card: IconCards,
  divider: IconSeparator,
} satisfies Record<BlockType, unknown>;

export function BlockIcon({ type }: { type: BlockType }): ReactElement {
  const Icon = icons[type];
  return <Icon aria-hidden="true" />;
}
