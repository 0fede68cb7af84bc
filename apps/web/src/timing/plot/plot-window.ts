/** It is the part of the axis along a chart that is in sight, in the unit of the axis: metres or laps. */
export interface PlotWindow {
  readonly from: number
  readonly to: number
}

/** The range is the whole axis. */
export interface PlotRange extends PlotWindow {
  /** A shorter window is never shown. A window as long as the axis means no zoom. */
  readonly leastSpan: number
}

/** Returns the window within the axis, at least so long that something can be seen. */
export function clampWindow({ from, to }: PlotWindow, range: PlotRange): PlotWindow {
  const span = Math.min(Math.max(to - from, range.leastSpan), range.to - range.from)
  const start = Math.min(Math.max(from, range.from), range.to - span)
  return { from: start, to: start + span }
}

/** Zooms in by a factor above 1; what is at the place stays there. */
export function zoomAt(
  { from, to }: PlotWindow,
  factor: number,
  at: number,
  range: PlotRange,
): PlotWindow {
  const span = Math.min(Math.max((to - from) / factor, range.leastSpan), range.to - range.from)
  const share = (at - from) / (to - from)
  const start = at - span * share
  return clampWindow({ from: start, to: start + span }, range)
}

export function panBy({ from, to }: PlotWindow, by: number, range: PlotRange): PlotWindow {
  return clampWindow({ from: from + by, to: to + by }, range)
}

export function isWhole({ from, to }: PlotWindow, range: PlotRange): boolean {
  return to - from >= range.to - range.from
}

export function canZoom({ from, to, leastSpan }: PlotRange): boolean {
  return to - from > leastSpan
}
