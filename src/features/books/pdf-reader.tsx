import { Trans, useLingui } from '@lingui/react/macro';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { startPdfWorker } from '../../bridge/pdf-worker.ts';
import { Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ContentsSheet } from './contents-sheet.tsx';
import { positionOf, positionLabel } from './reading-position.ts';
import { PageTurn, ReaderTools } from './reader-tools.tsx';
import type { ReaderProps } from './reader-props.ts';
import styles from './books.module.css';

export interface PdfReaderProps extends ReaderProps {
  data: ArrayBuffer;
  onBroken: () => void;
}

/** Opens the PDF document in the app's own worker. Returns null until the document is open. */
function useDocument(data: ArrayBuffer, onBroken: () => void): PDFDocumentProxy | null {
  const [file, setFile] = useState<PDFDocumentProxy | null>(null);
  useEffect(() => {
    const worker = startPdfWorker();
    GlobalWorkerOptions.workerPort = worker;
    let hasLeft = false;
    const task = getDocument({ data: new Uint8Array(data.slice(0)), verbosity: 0 });
    task.promise.then(
      (opened) => !hasLeft && setFile(opened),
      () => !hasLeft && onBroken(),
    );
    return () => {
      hasLeft = true;
      void task.destroy().finally(() => worker.terminate());
    };
  }, [data, onBroken]);
  return file;
}

function Page({ file, index }: { file: PDFDocumentProxy; index: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    let hasLeft = false;
    let stop = (): void => {};
    const draw = async (): Promise<void> => {
      const page = await file.getPage(index + 1);
      const target = canvas.current;
      // A canvas renders only one page at a time, so a page that the user has already left must not start rendering.
      if (hasLeft || !target) return;
      const { width } = page.getViewport({ scale: 1 });
      const scale = (Math.max(320, target.clientWidth) * Math.min(devicePixelRatio, 2)) / width;
      const viewport = page.getViewport({ scale });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      const task = page.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
      const { items } = await page.getTextContent();
      if (!hasLeft) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    draw().catch(() => {});
    return () => {
      hasLeft = true;
      stop();
    };
  }, [file, index]);
  return (
    <>
      <canvas ref={canvas} className={styles.page} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}

export function PdfReader({
  data,
  onBroken,
  at,
  bookmarks,
  onPositionChange,
  onAddBookmark,
  onRemoveBookmark,
}: PdfReaderProps): ReactElement {
  const { t } = useLingui();
  const file = useDocument(data, onBroken);
  const [index, setIndex] = useState(at.part);
  const [isContentsOpen, setContentsOpen] = useState(false);
  useEffect(() => setIndex(at.part), [at]);
  const count = file?.numPages ?? 0;
  const pageIndex = Math.min(index, Math.max(0, count - 1));
  const number = pageIndex + 1;
  const place = positionLabel({ part: pageIndex, block: 0 });
  const mark = bookmarks.find((bookmark) => bookmark.place === place);
  const go = (to: number): void => {
    setIndex(to);
    onPositionChange(positionLabel({ part: to, block: 0 }), Math.round((100 * (to + 1)) / count));
    scrollTo({ top: 0, behavior: 'instant' });
  };
  if (!file) return <Skeleton leading="none" rows={8} />;
  return (
    <Stack>
      <ReaderTools
        canResizeText={false}
        hasPosition
        isBookmarked={mark !== undefined}
        onToggleBookmark={() => (mark ? onRemoveBookmark(mark.id) : onAddBookmark(place, t`Page ${number}`))}
        onContents={() => setContentsOpen(true)}
      />
      <p className={styles.details} role="status">
        <Trans>
          Page {number} of {count}
        </Trans>
      </p>
      <Page file={file} index={pageIndex} />
      <PageTurn at={pageIndex} count={count} go={go} />
      <ContentsSheet
        isOpen={isContentsOpen}
        onClose={() => setContentsOpen(false)}
        lang=""
        entries={[]}
        bookmarks={bookmarks}
        onOpenBookmark={(bookmark) => go(positionOf(bookmark.place).part)}
      />
    </Stack>
  );
}
