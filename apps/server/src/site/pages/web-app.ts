import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { encodeStrayPercents } from '@pitboard/contract/wire/stray-percents'
import { type Language, languageOfTag } from '@pitboard/contract/words/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TEXTS } from '../../messages/catalogue.ts'
import { preferredLanguage, escapeMarkup, type PageHead } from '../../platform/html/page.ts'
import { acceptsGzip } from '../../platform/http/compression.ts'
import { contentTag, readIfNoneMatch } from '../../platform/http/etags.ts'
import { allowFrames, allowInlineScripts } from '../../platform/http/headers.ts'
import { pathOf, plainProblem, sendProblem } from '../../platform/http/problems.ts'
import { type BuiltWebApp, readBuiltWebApp, type Shell } from './built-web-app.ts'
import { findPage, type PageSource } from './find-page.ts'

/** The server replaces this of the head of the built page. */
const REPLACED = /(?<!\s)\s*<(?:title>[^<]*<\/title>|meta\s+name="description"[^>]*>)/g

const CHARSET = /<meta charset="[^"]*" ?\/?>|<head>(?![^]*<meta charset)/i

const ROOT = '<div id="root">'

/** The first paint does not need these scripts. */
const SCRIPTS = /<script type="module"|<link rel="modulepreload"/g

interface RenderedInto {
  /** The template is the built index.html. */
  readonly template: string
  /** The address has no slash at the end. */
  readonly publicUrl: string
  readonly language: Language
  /** The hints are links to what the page needs first, as HTML. */
  readonly hints: string
}

/** Returns the built page with a head of its own. Every value is escaped. */
function renderPage(head: PageHead, into: RenderedInto): string {
  const { template, publicUrl, language, hints } = into
  const locale = TEXTS[language].locale.replace('-', '_')
  const url = publicUrl + head.canonicalPath
  const tags = [
    `<title>${escapeMarkup(head.title)}</title>`,
    named('description', head.description),
    head.indexed ? '' : named('robots', 'noindex'),
    `<link rel="canonical" href="${escapeMarkup(url)}" />`,
    head.feedPath === undefined ? '' : feedLink(head.title, publicUrl + head.feedPath),
    head.canEmbed ? oembedLink(head.title, url, publicUrl) : '',
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
      // The block comes after the character set, which browsers look for in the first 1024 bytes.
      .replace(CHARSET, (tag) => `${tag}\n    ${block}`)
      .replace('</head>', () => `${hints}\n  </head>`)
      .replaceAll(SCRIPTS, (tag) => (head.indexed ? `${tag} fetchpriority="low"` : tag))
      .replace(ROOT, (tag) => (head.indexed ? `${tag}${preview(head)}` : tag))
  )
}

function feedLink(title: string, url: string): string {
  const [name, href] = [escapeMarkup(title), escapeMarkup(url)]
  return `<link rel="alternate" type="application/rss+xml" title="${name}" href="${href}" />`
}

/** The text is shown until the app has loaded, where the app puts its heading (`preview.css` of the web app). */
function preview({ title, description, heading }: PageHead): string {
  const look = heading === undefined ? '' : ' class="preview-heading"'
  const text = heading ?? title.replace(/ · Pitboard$/, '')
  return (
    '<div class="page-width preview">' +
    `<h1${look}>${escapeMarkup(text)}</h1><p>${escapeMarkup(description)}</p>` +
    '</div>'
  )
}

function oembedLink(title: string, url: string, publicUrl: string): string {
  const href = `${publicUrl}/oembed?url=${encodeURIComponent(url)}&format=json`
  return `<link rel="alternate" type="application/json+oembed" href="${escapeMarkup(href)}" title="${escapeMarkup(title)}" />`
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeMarkup(content)}" />`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeMarkup(content)}" />`
}

/** Node's and Fastify's requests have this in common. */
interface HttpRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { readonly accept?: string | undefined }
}

const FILES = { index: false, preCompressed: true, cacheControl: false } as const
const HASHED = 'public, max-age=31536000, immutable'
const EMBED_CACHED = 'public, max-age=60'

function queryOf({ url = '' }: HttpRequest): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at))
}

/** Serves the files and pages of the built web app. */
export async function registerWebApp(
  app: FastifyInstance,
  folder: string,
  source: PageSource,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      ...FILES,
      root: folder,
      // A wildcard route would refuse pages such as /search/a%5Cb.
      wildcard: false,
      globIgnore: ['assets/**'],
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    })
    await app.register(fastifyStatic, {
      ...FILES,
      // The folder is given as a list: for a single folder the plugin reads all names at every request.
      root: [join(folder, 'assets')],
      prefix: '/assets/',
      decorateReply: false,
      // The folder itself is not a file.
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply) => {
        void reply.header('cache-control', HASHED)
        // A sandboxed frame has no origin, and embeds work there too.
        void reply.header('access-control-allow-origin', '*')
      },
    })
  }
  const sendBuilt = isBuilt ? createSendPage(folder, source) : sendNotBuilt
  const sendPage: SendPage = (request, reply) => {
    if (isPageRequest(request)) return sendBuilt(request, reply)
    const path = pathOf(request)
    const methods = app.methodsAt(path)
    if (methods.length > 0 && !methods.includes(request.method)) {
      const taken = methods.join(', ')
      void reply.header('allow', taken)
      return sendProblem(reply, plainProblem(405, `${path} takes ${taken}.`, path))
    }
    return sendProblem(reply, plainProblem(404, `There is nothing at ${path}.`, path))
  }
  app.get('/', sendPage)
  app.setNotFoundHandler(sendPage)
}

const sendNotBuilt: SendPage = (_request, reply) => reply.type('text/html').send(NOT_BUILT)

function isPageRequest(request: HttpRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isElsewhere = /^\/(api|assets|auth\/v1|rest\/v1|storage\/v1|realtime\/v1)([/?]|$)/.test(
    request.url ?? '',
  )
  return isRead && !isElsewhere && acceptsHtml(request.headers.accept)
}

/** In the address of a page, a stray percent sign is part of the text. */
export function readableUrl(request: HttpRequest): string {
  const url = request.url ?? '/'
  return isPageRequest(request) ? encodeStrayPercents(url) : url
}

/** Link previews often send no `Accept` header or accept anything. */
function acceptsHtml(accept = '*/*'): boolean {
  return accept.trim() === '*/*' || accept.includes('text/html')
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pitboard</title>
<h1>The web app is not built</h1>
<p>Run <code>npm run build</code> and start the server again. The API answers:
<a href="/api/docs">/api/docs</a>.</p></html>
`

type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

/** Sends the built page with the head of its subject. */
function createSendPage(folder: string, source: PageSource): SendPage {
  const site = readBuiltWebApp(folder, 'site')
  const frameless = new Map<Shell, BuiltWebApp>()
  return async (request, reply) => {
    const language = askedLanguage(request) ?? preferredLanguage(request.headers['accept-language'])
    const {
      status,
      head,
      modules,
      reads = [],
      shell = 'site',
    } = await findPage(source, { path: pathOf(request), query: queryOf(request) }, language)
    if (shell !== 'site') allowFrames(reply, shell === 'embed' ? '*' : "'self'")
    const { template, scriptHashes, hints } = shell === 'site' ? site : readFrameless(shell)
    allowInlineScripts(reply, scriptHashes)
    const html = renderPage(head, {
      template,
      publicUrl: source.context.publicUrl(),
      language,
      hints: [
        ...reads.map(
          (path) => `<link rel="preload" href="${escapeMarkup(path)}" as="fetch" crossorigin />`,
        ),
        hints(shell === 'site' ? [`messages/${language}/catalogue.ts`, ...modules] : []),
      ].join('\n    '),
    })
    const etag = contentTag(html)
    reply.headers({
      etag: `W/"${etag}"`,
      vary: 'accept-language, accept-encoding',
      'cache-control': shell === 'embed' && status === 200 ? EMBED_CACHED : 'no-cache',
      'content-language': language,
    })
    if (status === 200 && readIfNoneMatch(request).includes(etag)) return reply.code(304).send()
    reply.code(status).type('text/html; charset=utf-8')
    if (!acceptsGzip(request)) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(gzipSync(html))
  }

  function readFrameless(shell: Shell): BuiltWebApp {
    const known = frameless.get(shell) ?? readBuiltWebApp(folder, shell)
    frameless.set(shell, known)
    return known
  }
}

/** An embed has its language in the address: its visitors belong to another site. */
function askedLanguage({ url }: FastifyRequest): Language | null {
  if (!url.startsWith('/embed/')) return null
  return languageOfTag(new URL(url, 'http://embed').searchParams.get('lang')) ?? null
}
