import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ENTRY = 'compare-strips'
const COMPARE = fileURLToPath(new URL('../../apps/web/src/features/compare', import.meta.url))
const CHART_WIDTH = 900
const ZOOM_STEPS = 20

/** Loads scripts for a page: uPlot, and what draws the charts of the compare page, as `window.draw`. */
export async function loadDrawing(): Promise<readonly string[]> {
  const uPlot = fileURLToPath(import.meta.resolve('uplot/dist/uPlot.iife.min.js'))
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'the script of the page',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? DRAWING : null),
      },
    ],
  })
  try {
    const { output } = await build.generate({ format: 'iife', codeSplitting: false, minify: true })
    return [readFileSync(uPlot, 'utf8'), output[0].code]
  } finally {
    await build.close()
  }
}

/** Both sides get the same lines, ranges, dashes and steps, on canvases of the same size. */
const DRAWING = `
import { showComparison } from '${COMPARE}/compared/compared-laps.ts'
import { createCompareView } from '${COMPARE}/plot/compare-view.ts'
import { zoomAt } from '${COMPARE}/plot/lap-window.ts'
import { stripHeight } from '${COMPARE}/plot/strip-frame.ts'
import { createStripPlot } from '${COMPARE}/plot/strip-plot.ts'
import { CHANNEL_KEYS } from '${COMPARE}/strips/shown-channels.ts'
import { showStrips } from '${COMPARE}/strips/shown-strips.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
let comparison, strips, shown, undo

window.draw = {
  prepare(answer) {
    comparison = showComparison(answer)
    strips = showStrips(comparison, CHANNEL_KEYS, (key) => key).map(({ strip }) => strip)
    const { stepM, lengthM } = comparison.grid
    const distances = Array.from({ length: Math.ceil(lengthM / stepM) + 1 }, (_, index) =>
      Math.min(index * stepM, lengthM))
    shown = { distances, hosts: strips.map(() => document.body.appendChild(document.createElement('div'))) }
    for (const host of shown.hosts) host.style.width = '${CHART_WIDTH}px'
    return { charts: strips.length, lines: strips.reduce((sum, { lines }) => sum + lines.length, 0), points: distances.length }
  },
  async pitboard() {
    const view = createCompareView({ lengthM: comparison.grid.lengthM, zoom: null, atM: null })
    const plots = strips.map((strip, index) => {
      const plot = createStripPlot(shown.hosts[index], view)
      plot.resize(${CHART_WIDTH})
      plot.show(strip)
      return plot
    })
    await frame()
    undo = { zoom: (window) => view.show(window), remove: () => plots.forEach((plot) => plot.destroy()) }
  },
  async uPlot() {
    const plots = strips.map((strip, index) => {
      const series = strip.lines.map(({ colour, dash }) => ({
        stroke: colour,
        width: 1.75,
        dash: [...dash],
        points: { show: false },
        ...(strip.isHeld ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
      }))
      const axis = { stroke: '#888', font: '500 13px sans-serif', ticks: { show: false } }
      const y = strip.range ? { range: strip.range } : {}
      return new uPlot({
        width: ${CHART_WIDTH},
        height: stripHeight(strip),
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y },
        axes: [{ ...axis, show: strip.hasDistances, grid: { show: false } }, { ...axis, size: 46, grid: { stroke: '#ddd', width: 1 } }],
        series: [{}, ...series],
      }, [shown.distances, ...strip.lines.map(({ values }) => values)], shown.hosts[index])
    })
    await frame()
    undo = {
      zoom: ({ fromM, toM }) => plots.forEach((plot) => plot.setScale('x', { min: fromM, max: toM })),
      remove: () => plots.forEach((plot) => plot.destroy()),
    }
  },
  async zoom() {
    let window = { fromM: 0, toM: comparison.grid.lengthM }
    for (let step = 0; step < ${ZOOM_STEPS}; step++) {
      window = zoomAt(window, step % 2 === 0 ? 1.3 : 1 / 1.15, comparison.grid.lengthM * 0.4, comparison.grid.lengthM)
      undo.zoom(window)
      await frame()
    }
  },
  remove: () => undo.remove(),
}
`
