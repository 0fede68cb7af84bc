import { COLOURS } from './colours.ts'
import { frame, MARGIN } from './frame.ts'
import { svgText } from './svg-text.ts'

/** Widths of the bars of a tower, as a share: the field behind its leader. */
const BARS = [1, 0.86, 0.8, 0.71, 0.6, 0.55, 0.42, 0.3]

/** The picture of every page that has no subject of its own. */
export function defaultPicture(): string {
  return frame([
    ...['Live timing', 'for the races', 'you drive'].map((line, index) =>
      svgText(line, { x: MARGIN - 3, y: 180 + index * 112, size: 116, fill: COLOURS.text }),
    ),
    svgText('Live in the browser, every lap kept, leagues with standings', {
      ...{ x: MARGIN, y: 486, size: 31, weight: 400, family: 'Barlow', fill: COLOURS.muted },
    }),
    ...BARS.map((share, index) => bar(share, index)),
  ])
}

function bar(share: number, index: number): string {
  const fill = index === 0 ? COLOURS.primary : index === 1 ? COLOURS.secondary : COLOURS.lineStrong
  const width = Math.round(360 * share)
  return `<rect x="776" y="${96 + index * 44}" width="${width}" height="28" rx="4" fill="${fill}"/>`
}
