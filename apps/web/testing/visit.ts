import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page, PageScreenshotOptions } from 'playwright-core'
import { axeFaults, axeFaultsOfNew } from './axe.ts'
import { unreachedByTab } from './keyboard.ts'
import type { WatchedPage } from './watched-page.ts'

export const HEIGHT = 900
/** The limit is half of what counts as good. */
const LAYOUT_SHIFT_MAX = 0.05
const ARTEFACTS = join(import.meta.dirname, '../../../e2e/artefacts')
/** It saves screenshots of every page at every width; otherwise only pages with errors have them. */
export const savesScreenshots = process.env['SCREENSHOTS'] === 'true'

export interface Visit {
  readonly name: string
  readonly path: string
  /** The page says that there is nothing, and so does the server. */
  readonly isMissing?: true
  /** The page leads there, if not to itself. */
  readonly endsAt?: string
}

/** A page is loaded at the first width; at the others its window is resized. */
export type Widths = readonly [loadedAt: number, ...resizedTo: number[]]

export interface VisitOptions {
  readonly base: string
  readonly widths: Widths
  /** These differ from the others in more than the layout, which axe does not look at. */
  readonly axeAt?: readonly number[]
  /** It is one of the widths, or none of them. */
  readonly keyboardAt?: number
  /** Axe and Tab have looked at these: a page with the same content is not looked at again. */
  readonly looked?: Set<string>
  /** The screenshots are written to this folder. */
  readonly folder: string
}

/** Returns the errors of each page: it must load without layout shift, fit at every width and be accessible. */
export async function visitAll(
  watched: WatchedPage,
  visits: readonly Visit[],
  options: VisitOptions,
): Promise<string[]> {
  const faults: string[] = []
  for (const visit of visits) {
    const found = await visitAt(watched, visit, options)
    faults.push(...found.map((fault) => `${visit.path}: ${fault}`))
  }
  return faults
}

async function visitAt(
  watched: WatchedPage,
  visit: Visit,
  options: VisitOptions,
): Promise<string[]> {
  const { base, widths, folder } = options
  const { page } = watched
  const [loadedAt] = widths
  await page.setViewportSize({ width: loadedAt, height: HEIGHT })
  await watched.visit(base + visit.path)
  const faults = await faultsOfPage(watched, visit)
  // What is missing has one page, which is looked at for an address without a page.
  const isLookedAt = !visit.isMissing || visit.name === '404'
  const isNew = isLookedAt && (await isNewContent(page, options))
  for (const width of widths) {
    if (width !== loadedAt) await watched.resize({ width, height: HEIGHT })
    const found = await faultsOfLayout(watched)
    if (isNew) found.push(...(await faultsOfAccess(page, width, options)))
    faults.push(...found.map((fault) => `${width} px: ${fault}`))
    if (!savesScreenshots && faults.length === 0) continue
    await saveScreenshot(page, join(folder, String(width), visit.name), { fullPage: true })
  }
  faults.push(...watched.faults().filter((fault) => !(visit.isMissing && isExpected(fault))))
  return faults
}

/** React numbers the elements that name each other, on each page from the start. */
const CONTENT = `document.querySelector('main').outerHTML.replaceAll(/_r_\\w+_/g, '')`

async function isNewContent(page: Page, { looked }: VisitOptions): Promise<boolean> {
  if (looked === undefined) return true
  const content = await page.evaluate<string>(CONTENT)
  const isNew = !looked.has(content)
  looked.add(content)
  return isNew
}

async function faultsOfAccess(
  page: Page,
  width: number,
  { widths, axeAt = [], keyboardAt }: VisitOptions,
): Promise<string[]> {
  const faults: string[] = []
  if (axeAt.includes(width)) {
    // Only the window has changed since at the other widths.
    const isFirst = width === widths.find((each) => axeAt.includes(each))
    faults.push(...(await (isFirst ? axeFaults(page) : axeFaultsOfNew(page))))
  }
  if (width === keyboardAt) faults.push(...(await leftByKeyboard(page)))
  return faults
}

/** A page, an embed and an invitation that are not found say this. */
const NOT_FOUND =
  /^(Page not found|This is not public, or it does not exist\.|This invitation link is no longer valid\..*)$/

export async function saveScreenshot(page: Page, name: string, options: PageScreenshotOptions) {
  const path = join(ARTEFACTS, `${name}.png`)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ ...options, path })
}

async function faultsOfPage(watched: WatchedPage, { endsAt, isMissing }: Visit): Promise<string[]> {
  const { page } = watched
  const faults: string[] = []
  if (endsAt !== undefined) {
    await page.waitForURL(({ pathname }) => pathname === endsAt)
    // The address changes before the page that it leads to is there.
    await page.locator('head title').waitFor({ state: 'attached' })
  }
  const notFound = page.getByText(NOT_FOUND).first()
  // The heading can stand before the server has answered.
  if (isMissing) await notFound.waitFor().catch(() => faults.push('not found: false'))
  else if (await notFound.isVisible()) faults.push('not found: true')
  // A page that redirects removes its title before the next one sets its own.
  const title = page.locator('head title:not(:empty)').first()
  await title.waitFor({ state: 'attached' }).catch(() => faults.push('no title'))
  const shift = await watched.layoutShift()
  if (shift >= LAYOUT_SHIFT_MAX) faults.push(`layout shift ${shift.toFixed(3)}`)
  return faults
}

async function faultsOfLayout({ page }: WatchedPage): Promise<string[]> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return overflow > 0 ? [`${overflow} px wider than the window`] : []
}

async function leftByKeyboard(page: Page): Promise<string[]> {
  const unreached = await unreachedByTab(page)
  return unreached.map((element) => `not reached by Tab: ${element}`)
}

/** The browser logs requests for things that do not exist. */
function isExpected(fault: string): boolean {
  return /(?: 40[04]|\b40[04] \([\w ]+\)|response code: 40[04])$/.test(fault)
}
