/** The languages that pages are sent in. */
export type Language = 'en' | 'de'

/** What a page says of itself to search engines and chats, in one language. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** What the page begins with, where that is not its title. */
  readonly heading?: string
  /** Path of the one address that this page should be known by. */
  readonly canonicalPath: string
  /** Path of its picture for shared links, 1200 × 630. */
  readonly picturePath: string
  /** False: search engines are asked to leave the page out. */
  readonly indexed: boolean
}

export interface Page {
  readonly status: 200 | 404
  readonly head: PageHead
  /** Source files of the web app that the page needs first, below its `src`. */
  readonly modules: readonly string[]
}
