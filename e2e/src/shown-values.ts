import type { Page } from 'playwright-core'

/** A live page shows all this of a state, by where it is: cells, panels, the strip. */
export type ShownValues = Readonly<Record<string, string>>

export interface ShownMoment {
  readonly values: ShownValues
  /** The time bar has this second of the timeline. */
  readonly barSecond: number
  readonly barText: string
}

// What runs in the page is text: the types of this program are Node's. One turn of the page reads
// everything, so that all of it is of one moment. Charts are compared as pictures; the map moves its
// cars between two states.
const READ = `(() => {
  const values = {}
  const nameOf = (part) =>
    [part, ...part.querySelectorAll('[title], [aria-label]')]
      .map((named) => (named.getAttribute('title') ?? '') + (named.getAttribute('aria-label') ?? ''))
      .join(' ')
  const add = (name, part) => (values[name] = part.textContent + ' · ' + nameOf(part))
  const view = document.querySelector('.live-view')
  const strip = [...view.querySelector('.live-strip').children].slice(0, -1)
  for (const [place, part] of strip.entries()) add('strip ' + place, part)
  const rows = [...view.querySelectorAll('[data-place]')]
  values.order = rows.map((row) => row.dataset.place).join()
  for (const row of rows) {
    for (const cell of row.querySelectorAll('[data-cell]')) {
      add('car ' + row.dataset.place + ' ' + cell.dataset.cell, cell)
    }
  }
  for (const panel of view.querySelectorAll('[data-panel]')) {
    add('panel ' + panel.dataset.panel, panel)
  }
  const bar = document.querySelector('.live-time input[type="range"]')
  return {
    values,
    barSecond: Number(bar?.value ?? 0) / 1000,
    barText: bar?.getAttribute('aria-valuetext') ?? '',
  }
})()`

export function readShownMoment(page: Page): Promise<ShownMoment> {
  return page.evaluate<ShownMoment>(READ)
}

/**
 * Returns what differs, in words; it is empty where the page shows the same. Where a state follows another one, parts
 * of the page may still show the one before.
 */
export function compareValues(
  shown: ShownValues,
  expected: ShownValues,
  before: ShownValues = expected,
): string[] {
  const names = new Set([...Object.keys(shown), ...Object.keys(expected)])
  return [...names].flatMap((name) =>
    shown[name] === expected[name] || (name.startsWith('panel ') && shown[name] === before[name])
      ? []
      : [`${name}: ${shown[name]} instead of ${expected[name]}`],
  )
}
