import type { ReactElement } from 'react';
import type { Flow } from '../../../contract/entities/flow.ts';
import { sync } from '../../bridge/sync.ts';
import { usePhoto } from '../../components/contact/contact-photo.tsx';
import { Cover } from '../../ui/cover.tsx';

/** The cover picture of a flow; a generated drawing for a flow without one. */
export function FlowCover({ flow }: { flow: Pick<Flow, 'id' | 'cover'> }): ReactElement {
  const src = usePhoto(flow.cover?.sha256 ?? null, true, sync.fetchBlob);
  return <Cover seed={flow.id} src={src} shape="square" />;
}
