import { launchBrowser } from '@pitboard/web/testing/browser'
import { ensureChromium } from '@pitboard/web/testing/chromium'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { openDrivenSite } from './driven-site.ts'
import { measureSlowdown } from './phone.ts'
import { median } from './reference.ts'
import { printTable, type Row } from './report.ts'

const SCORE_MIN = 95
/** Performance varies with what else the machine does: the median counts. */
const RUNS = 3
const LANDING_SCRIPT_BYTES_MAX = 150_000
const LIVE_SCRIPT_BYTES_MAX = 220_000
const FONT_BYTES_MAX = 80_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

interface Measured {
  /** Scores go from 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>
  /** These audits cost points; the list has their ids. */
  readonly lost: readonly string[]
  readonly scriptBytes: number
  readonly fontBytes: number
}

/** Runs Lighthouse with its mobile preset on the pages that a link brings people to. */
export default async function measurePages(): Promise<void> {
  const chromePath = await ensureChromium()
  const browser = await launchBrowser()
  const site = await openDrivenSite()
  const chrome = await launch({
    chromePath,
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    logLevel: 'silent',
  })
  try {
    const pages = [
      { name: 'landing', path: '/', scriptBytesMax: LANDING_SCRIPT_BYTES_MAX },
      { name: 'live list', path: '/live', scriptBytesMax: null },
      { name: 'live page', path: `/live/${site.liveId}`, scriptBytesMax: LIVE_SCRIPT_BYTES_MAX },
      { name: 'session page', path: `/sessions/${site.recordedId}`, scriptBytesMax: null },
    ]
    const rows: Row[] = []
    for (const { name, path, scriptBytesMax } of pages) {
      const runs: Measured[] = []
      while (runs.length < RUNS) {
        runs.push(await measure(site.url + path, chrome.port, await measureSlowdown(browser)))
      }
      rows.push(...CATEGORIES.map((category) => scoreRow(name, category, runs)))
      if (scriptBytesMax !== null) rows.push(...bytesRows(name, runs, scriptBytesMax))
    }
    printTable(`Lighthouse, mobile preset on a phone's processor; median of ${RUNS}`, rows)
  } finally {
    chrome.kill()
    await browser.close()
    await site.close()
  }
}

async function measure(url: string, port: number, slowdown: number): Promise<Measured> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'silent',
    onlyCategories: [...CATEGORIES],
    // It makes the window as high as the page, which loads what visitors get when they scroll.
    disableFullPageScreenshot: true,
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown },
  })
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const requests = itemsOf(audits['network-requests']?.details)
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lost: Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map(({ id, displayValue }) => (displayValue ? `${id} ${displayValue}` : id)),
    scriptBytes: bytesOf(requests, 'Script'),
    fontBytes: bytesOf(requests, 'Font'),
  }
}

type Item = Readonly<Record<string, unknown>>

function itemsOf(details: object | undefined): Item[] {
  return details && 'items' in details && Array.isArray(details.items) ? details.items : []
}

/** Counts the bytes as they were transferred. */
function bytesOf(requests: readonly Item[], resourceType: string): number {
  return requests
    .filter((request) => request['resourceType'] === resourceType)
    .reduce((sum, { transferSize }) => sum + (Number(transferSize) || 0), 0)
}

function scoreRow(name: string, category: Category, runs: readonly Measured[]): Row {
  const value = median(runs.map(({ scores }) => scores[category]))
  const lost = runs.find(({ scores }) => scores[category] === value)?.lost ?? []
  return {
    what: `${name}: ${category}`,
    value,
    unit: 'of 100',
    limit: { atLeast: SCORE_MIN },
    details: value >= SCORE_MIN ? '' : lost.join(', '),
  }
}

function bytesRows(name: string, runs: readonly Measured[], scriptBytesMax: number): Row[] {
  return [
    bytesRow(`${name}: JavaScript`, median(runs.map((run) => run.scriptBytes)), scriptBytesMax),
    bytesRow(`${name}: fonts`, median(runs.map((run) => run.fontBytes)), FONT_BYTES_MAX),
  ]
}

function bytesRow(what: string, bytes: number, max: number): Row {
  return { what, value: bytes / 1000, unit: 'kB as sent', limit: { atMost: max / 1000 } }
}
