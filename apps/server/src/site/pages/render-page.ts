import { escapeMarkup, type Language, type PageHead } from '../../platform/html/page.ts'

/** The head of the built page that the server replaces. */
const REPLACED = /(?<!\s)\s*<(?:title>[^<]*<\/title>|meta\s+name="description"[^>]*>)/g

const CHARSET = /<meta charset="[^"]*" ?\/?>|<head>(?![^]*<meta charset)/i

const ROOT = '<div id="root">'

/** Scripts that the first paint does not need. */
const SCRIPTS = /<script type="module"|<link rel="modulepreload"/g

export interface RenderedInto {
  /** The built index.html. */
  readonly template: string
  /** Without a slash at the end. */
  readonly publicUrl: string
  readonly language: Language
  /** Links to what the page needs first, as HTML. */
  readonly hints: string
}

/** The built page with a head of its own. Every value is escaped. */
export function renderPage(head: PageHead, into: RenderedInto): string {
  const { template, publicUrl, language, hints } = into
  const locale = language === 'de' ? 'de_DE' : 'en_GB'
  const url = publicUrl + head.canonicalPath
  const tags = [
    `<title>${escapeMarkup(head.title)}</title>`,
    named('description', head.description),
    head.indexed ? '' : named('robots', 'noindex'),
    `<link rel="canonical" href="${escapeMarkup(url)}" />`,
    property('og:site_name', 'Pitboard'),
    property('og:type', 'website'),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', url),
    property('og:locale', locale),
    property('og:image', publicUrl + head.picturePath),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', head.title),
    named('twitter:card', 'summary_large_image'),
  ]
  const block = tags.filter((tag) => tag !== '').join('\n    ')
  return (
    template
      .replaceAll(REPLACED, '')
      .replace(/<html lang="[a-z-]*"/, `<html lang="${language}"`)
      // After the character set, which browsers look for in the first 1024 bytes.
      .replace(CHARSET, (tag) => `${tag}\n    ${block}`)
      .replace('</head>', () => `${hints}\n  </head>`)
      .replaceAll(SCRIPTS, (tag) => (head.indexed ? `${tag} fetchpriority="low"` : tag))
      .replace(ROOT, (tag) => (head.indexed ? `${tag}${preview(head)}` : tag))
  )
}

/** Shown until the app has loaded, about where the app puts its heading. */
function preview({ title, description, heading }: PageHead): string {
  const size = heading === undefined ? '2rem' : 'clamp(1.875rem,6vw,3rem);max-width:24ch'
  return (
    '<div style="max-width:1480px;margin:0 auto;padding:4.75rem clamp(.75rem,3vw,1.5rem) 1rem">' +
    `<h1 style="line-height:1.2;font-size:${size}">${escapeMarkup(heading ?? title.replace(/ · Pitboard$/, ''))}</h1>` +
    `<p style="margin-top:.75rem;max-width:40rem;font-size:1.25rem">${escapeMarkup(description)}</p>` +
    '</div>'
  )
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeMarkup(content)}" />`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeMarkup(content)}" />`
}
