import { createStore } from '../../state/store.ts'

/** It says whether the site's frame is hidden, until the page is left; null stands for what the preset has. */
export const frameChoice = createStore<boolean | null>(null)

/** Not every device can show a page on all of its screen. */
export function canFillScreen(): boolean {
  return document.fullscreenEnabled
}

export async function fillScreen(): Promise<void> {
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
}

/** The frame goes and returns with the browser's own, which Escape brings back. */
export function followFullScreen(): () => void {
  document.addEventListener('fullscreenchange', takeOverFullScreen)
  return () => {
    document.removeEventListener('fullscreenchange', takeOverFullScreen)
    frameChoice.set(null)
  }
}

function takeOverFullScreen(): void {
  frameChoice.set(document.fullscreenElement === null ? null : true)
}
