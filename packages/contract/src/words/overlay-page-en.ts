/** The words name the overlay of a stream. */
export const overlayPage = {
  title: 'Stream overlay',
} as const
