import { Fragment, type ReactElement } from 'react';

const address = /(https:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/;

/** Renders plain text with its https URLs as links. */
export function LinkedText({ text }: { text: string }): ReactElement {
  const parts = text.split(address);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
    </>
  );
}
