/** Share pictures have these sizes in pixels: for links in chats, 1:1 and 9:16. */
export const PICTURE_FORMATS = {
  wide: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
} as const
export type PictureFormat = keyof typeof PICTURE_FORMATS
