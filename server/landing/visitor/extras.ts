import { durationText } from '../../../contract/landing/duration.ts';
import { language, texts } from './texts.ts';

/**
 * Replaces a link to a video with its player when the visitor presses the link. Before that, nothing is loaded from the
 * host of the video.
 */
export function playVideosOnPress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.video a[data-src]'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const { kind, src = '' } = link.dataset;
      const player = document.createElement(kind === 'frame' ? 'iframe' : 'video');
      if (player instanceof HTMLVideoElement) player.controls = player.autoplay = true;
      else {
        player.allow = 'autoplay; fullscreen; picture-in-picture';
        // YouTube does not play a video without a referrer.
        player.referrerPolicy = 'strict-origin-when-cross-origin';
      }
      player.title = link.textContent ?? '';
      player.src = src;
      link.replaceWith(player);
    });
}

/** Updates the countdowns now and every second. The server may have rendered the page some time ago. */
export function startCountdowns(): void {
  for (const time of document.querySelectorAll('.countdown time')) {
    const leftElement = time.parentElement?.querySelector<HTMLElement>('.left');
    if (!leftElement) continue;
    const show = (): void => {
      const ms = Date.parse(time.getAttribute('datetime') ?? '') - Date.now();
      leftElement.hidden = ms <= 0;
      if (ms > 0) leftElement.textContent = texts.timeLeft(durationText(ms, language));
    };
    show();
    setInterval(show, 1000);
  }
}
