import type { Language } from '@pitboard/contract/words/languages'

/** A head describes a page to search engines and chats, in one language. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** What the page begins with, where that is not its title. */
  readonly heading?: string
  /** Path of the one address that this page should be known by. */
  readonly canonicalPath: string
  /** Path of its picture for shared links, 1200 × 630. */
  readonly picturePath: string
  /** Path of a feed about the subject, where there is one. */
  readonly feedPath?: string
  /** False: search engines are asked to leave the page out. */
  readonly indexed: boolean
  /** Other sites find out here how to embed the page (docs/embeds.md). */
  readonly canEmbed?: true
}

export interface Page {
  readonly status: 200 | 404
  readonly head: PageHead
  /** Source files of the web app that the page needs first, below its `src`. */
  readonly modules: readonly string[]
  /** Addresses of the API that the page reads first, without a query. */
  readonly reads?: readonly string[]
  /** Left out: that of the site, with its router. */
  readonly shell?: 'overlay' | 'embed'
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const LEFT_OUT =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g

/**
 * Text as it may stand in HTML and XML, in quotes too. What XML does not allow is left out, and
 * what would turn the text after it around.
 */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LEFT_OUT, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** The first of our languages that `Accept-Language` prefers, else English. */
export function preferredLanguage(header = ''): Language {
  const wishes = header.split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
    return { language: tag.split('-')[0], quality: Number(quality ?? 1) }
  })
  const [best] = wishes
    .filter(({ language, quality }) => (language === 'en' || language === 'de') && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return best?.language === 'de' ? 'de' : 'en'
}
