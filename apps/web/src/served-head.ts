/** What the server says of the page it was asked for, ahead of the title that the page sets. */
const TAGS =
  'title, meta[name="description"], meta[name="robots"], link[rel="canonical"], meta[property^="og:"], meta[name^="twitter:"]'

export interface ServedHead {
  /** Takes it away once the reader is elsewhere or reads in another language. */
  keepFor(path: string, language: string): void
}

/** To be called before the app sets a language of its own. */
export function readServedHead(): ServedHead {
  const tags = document.head.querySelectorAll(TAGS)
  const servedPath = location.pathname
  const servedLanguage = document.documentElement.lang
  return {
    keepFor(path, language) {
      if (path === servedPath && language === servedLanguage) return
      for (const tag of tags) tag.remove()
    },
  }
}
