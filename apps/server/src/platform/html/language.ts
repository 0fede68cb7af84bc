import type { Language } from './page.ts'

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
