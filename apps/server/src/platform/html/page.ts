import { type Language, languageOfTag } from '@pitboard/contract/words/languages'

/** A head describes a page to search engines and chats, in one language. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** The page begins with this, where that is not its title. */
  readonly heading?: string
  /** The page should be known by this one address. */
  readonly canonicalPath: string
  /** Shared links show this picture of 1200 × 630 pixels. */
  readonly picturePath: string
  /** The subject may have a feed at this path. */
  readonly feedPath?: string
  /** If it is false, search engines are asked to leave the page out. */
  readonly indexed: boolean
  /** Other sites find out here how to embed the page (docs/embeds.md). */
  readonly canEmbed?: true
}

export interface Page {
  readonly status: 200 | 404
  readonly head: PageHead
  /** The page needs these source files of the web app first; their paths are below its `src`. */
  readonly modules: readonly string[]
  /** The page reads these addresses of the API first, without a query. */
  readonly reads?: readonly string[]
  /** If it is left out, the page has the shell of the site, with its router. */
  readonly shell?: 'overlay' | 'embed'
}

const LEFT_OUT =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g

/**
 * Returns the text as it may stand in HTML and XML, in quotes too. What XML does not allow is left out, and what would
 * turn the text after it around.
 */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LEFT_OUT, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Returns the first of our languages that `Accept-Language` prefers, else English. */
export function preferredLanguage(header = ''): Language {
  const wishes = header.split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
    return { language: languageOfTag(tag), quality: Number(quality ?? 1) }
  })
  const [best] = wishes
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return best?.language ?? 'en'
}
