import type { Browser, CDPSession, Page } from 'playwright-core'
import { doReferenceWork, median } from './reference.ts'

/** The reference work takes this long on the phone that the limits are meant for. */
const PHONE_MS = 20
const ROUNDS = 30
const SLOWDOWN_MIN = 1
const VIEWPORT = { width: 390, height: 844 }

/** Opens a page as fast as on a phone, on whatever machine this is. It is closed after the work. */
export async function usePhone<T>(
  browser: Browser,
  /** `threadMs` reads the processor time of the page's main thread. */
  work: (page: Page, threadMs: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const rate = await measureSlowdown(browser)
  const context = await browser.newContext({ viewport: VIEWPORT })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate })
    await devTools.send('Performance.enable')
    return await work(page, () => readThreadMs(devTools))
  } finally {
    await context.close()
  }
}

/** Measures the same by processor time, for what is measured in it: other programs hardly count. */
export async function measureThreadSlowdown(browser: Browser): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Performance.enable')
    const times: number[] = []
    await page.evaluate(`window.doReferenceWork = ${doReferenceWork.toString()}`)
    while (times.length < ROUNDS) {
      const before = await readThreadMs(devTools)
      await page.evaluate('void doReferenceWork()')
      times.push((await readThreadMs(devTools)) - before)
    }
    return Math.max(SLOWDOWN_MIN, PHONE_MS / median(times))
  } finally {
    await context.close()
  }
}

/**
 * Returns code that runs in a page before its own. Within a task its clock passes as quickly as on that phone: code
 * that works until a time is over then does as little as there.
 */
export function hurryClock(slowdown: number): string {
  return `(() => {
    const now = performance.now.bind(performance)
    let taskMs = null
    performance.now = () => {
      if (taskMs === null) {
        taskMs = now()
        queueMicrotask(() => (taskMs = null))
      }
      return taskMs + (now() - taskMs) * ${slowdown}
    }
  })()`
}

export async function readThreadMs(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000
}

/**
 * Returns how many times slower a page must run here and now to be as fast as on that phone. It is measured before each
 * page, since other programs slow the machine down as well.
 */
export async function measureSlowdown(browser: Browser): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const times = await page.evaluate<number[]>(`(() => {
      const doReferenceWork = ${doReferenceWork.toString()}
      return Array.from({ length: ${ROUNDS} }, () => {
        const startedAt = performance.now()
        doReferenceWork()
        return performance.now() - startedAt
      })
    })()`)
    return Math.max(SLOWDOWN_MIN, PHONE_MS / median(times))
  } finally {
    await context.close()
  }
}
