import type { Translation } from './message.ts'
import type { overlayPage as english } from './overlay-page-en.ts'

export const overlayPage = {
  title: 'Stream-Overlay',
} as const satisfies Translation<typeof english>
