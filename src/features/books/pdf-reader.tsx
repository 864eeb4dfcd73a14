import { Trans, useLingui } from '@lingui/react/macro';
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs';
import IconZoomOut from '@tabler/icons-react/dist/esm/icons/IconZoomOut.mjs';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { startPdfWorker } from '../../bridge/pdf-worker.ts';
import { useShortcuts } from '../../hooks/shortcuts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ContentsSheet } from './contents-sheet.tsx';
import { parsePosition, positionLabel } from './reading-position.ts';
import { ReaderFrame } from './reader-frame.tsx';
import { ReaderTools } from './reader-tools.tsx';
import { useTurnGestures } from './use-turn-gestures.ts';
import { useZoom, ZOOM_MAX } from './use-zoom.ts';
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

/** The widest canvas that phones draw reliably. */
const MAX_CANVAS_PX = 4096;

/** Returns a canvas with one page of the document, as wide as `css_px`, and the text of the page. */
async function drawPage(
  file: PDFDocumentProxy,
  index: number,
  css_px: number,
): Promise<{ canvas: HTMLCanvasElement; text: string }> {
  const page = await file.getPage(index + 1);
  const { width } = page.getViewport({ scale: 1 });
  const pixels = Math.min(MAX_CANVAS_PX, Math.max(320, css_px) * Math.min(devicePixelRatio, 2));
  const viewport = page.getViewport({ scale: pixels / width });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  const { items } = await page.getTextContent();
  return { canvas, text: items.map((item) => ('str' in item ? item.str : '')).join(' ') };
}

function Page({ file, index, zoom }: { file: PDFDocumentProxy; index: number; zoom: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    let hasLeft = false;
    const draw = async (): Promise<void> => {
      const drawn = await drawPage(file, index, canvas.current?.clientWidth ?? 0);
      const target = canvas.current;
      if (hasLeft || !target) return;
      // The page is drawn on another canvas and then copied, so that the earlier drawing stays visible until then.
      target.width = drawn.canvas.width;
      target.height = drawn.canvas.height;
      target.getContext('2d')?.drawImage(drawn.canvas, 0, 0);
      setText(drawn.text);
    };
    draw().catch(() => {});
    return () => {
      hasLeft = true;
    };
  }, [file, index, zoom]);
  return (
    <>
      <canvas ref={canvas} className={styles.sheet} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}

export function PdfReader({
  book,
  notice,
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
  const frame = useRef<HTMLDivElement>(null);
  const { zoom, zoomIn, zoomOut } = useZoom(frame, file !== null);
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
  const turn = (by: 1 | -1): void => {
    if (pageIndex + by >= 0 && pageIndex + by < count) go(pageIndex + by);
  };
  // On an enlarged page, a finger scrolls, so it cannot turn pages.
  const gestures = useTurnGestures({ onTap: turn, onSwipe: turn, isDisabled: zoom > 1 });
  useShortcuts('screen', [
    { keys: ['+'], label: t`Zoom in`, run: zoomIn },
    { keys: ['-'], label: t`Zoom out`, run: zoomOut },
  ]);
  if (!file) return <Skeleton leading="none" rows={8} />;
  return (
    <ReaderFrame
      book={book}
      notice={notice}
      turn={turn}
      gestures={gestures}
      at={pageIndex}
      count={count}
      go={go}
      sliderLabel={t`Page`}
      label={
        <Trans>
          Page {number} of {count}
        </Trans>
      }
      tools={
        <ReaderTools
          hasPosition
          isBookmarked={mark !== undefined}
          onToggleBookmark={() => (mark ? onRemoveBookmark(mark.id) : onAddBookmark(place, t`Page ${number}`))}
          onContents={() => setContentsOpen(true)}
        >
          <IconButton aria-label={t`Zoom out`} isDisabled={zoom === 1} onPress={zoomOut}>
            <IconZoomOut aria-hidden="true" />
          </IconButton>
          <IconButton aria-label={t`Zoom in`} isDisabled={zoom === ZOOM_MAX} onPress={zoomIn}>
            <IconZoomIn aria-hidden="true" />
          </IconButton>
        </ReaderTools>
      }
    >
      <div
        ref={frame}
        className={styles.sheets}
        data-zoomed={zoom > 1}
        // An enlarged page is scrolled sideways with the arrow keys, for which it needs the focus.
        {...(zoom > 1 && { tabIndex: 0, role: 'group', 'aria-label': t`Page ${number}` })}
      >
        <Page file={file} index={pageIndex} zoom={zoom} />
      </div>
      <ContentsSheet
        isOpen={isContentsOpen}
        onClose={() => setContentsOpen(false)}
        lang=""
        entries={[]}
        bookmarks={bookmarks}
        onOpenBookmark={(bookmark) => go(parsePosition(bookmark.place).part)}
      />
    </ReaderFrame>
  );
}
