import IconFileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import type { ReactElement } from 'react';
import { PDF_TYPE } from '../../../../contract/values.ts';
import { AvatarIcon } from '../../../ui/avatar.tsx';

/** An icon that shows the type of a file. */
export const FileIcon = ({ mime }: { mime: string }): ReactElement => (
  <AvatarIcon>{mime === PDF_TYPE ? <IconFileTypePdf /> : <IconPhoto />}</AvatarIcon>
);
