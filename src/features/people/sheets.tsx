import type { ReactElement } from 'react';
import { BlockSheet } from './block-sheet.tsx';
import { MessageSheet } from './message-sheet.tsx';
import { LinkSheet } from './link-sheet.tsx';
import { PersonAssignSheet } from './person-assign-sheet.tsx';
import { CloseSheet, RejectSheet, RemoveSheet, type StepSheetProps } from './step-sheets.tsx';
import { MakePartnerSheet } from './partner/make-sheet.tsx';
import { TagsSheet } from './tags-sheet.tsx';

export type SheetKind = 'message' | 'tags' | 'partner' | 'give' | 'reject' | 'close' | 'link' | 'block' | 'remove';

/** Renders the open sheet of a person. This module is loaded when a sheet is first opened. */
export function PersonSheet({
  kind,
  planned,
  ...props
}: StepSheetProps & { kind: SheetKind; planned: number }): ReactElement {
  switch (kind) {
    case 'message':
      return <MessageSheet {...props} />;
    case 'tags':
      return <TagsSheet {...props} />;
    case 'partner':
      return <MakePartnerSheet {...props} />;
    case 'give':
      return <PersonAssignSheet {...props} />;
    case 'reject':
      return <RejectSheet {...props} />;
    case 'close':
      return <CloseSheet {...props} planned={planned} />;
    case 'link':
      return <LinkSheet {...props} />;
    case 'block':
      return <BlockSheet {...props} />;
    case 'remove':
      return <RemoveSheet {...props} />;
  }
}
