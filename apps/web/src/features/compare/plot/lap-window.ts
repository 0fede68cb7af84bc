/** The part of the lap that is in sight, in metres. */
export interface LapWindow {
  readonly fromM: number
  readonly toM: number
}

/** Less shows single points of the traces. */
export const WINDOW_MIN_M = 80

/** The window within the lap, at least so long that something can be seen. */
export function clampWindow({ fromM, toM }: LapWindow, lengthM: number): LapWindow {
  const spanM = Math.min(Math.max(toM - fromM, WINDOW_MIN_M), lengthM)
  const from = Math.min(Math.max(fromM, 0), lengthM - spanM)
  return { fromM: from, toM: from + spanM }
}

/** Zooms in by a factor above 1; what is at the place stays there. */
export function zoomAt(
  { fromM, toM }: LapWindow,
  factor: number,
  atM: number,
  lengthM: number,
): LapWindow {
  const spanM = Math.min(Math.max((toM - fromM) / factor, WINDOW_MIN_M), lengthM)
  const share = (atM - fromM) / (toM - fromM)
  const from = atM - spanM * share
  return clampWindow({ fromM: from, toM: from + spanM }, lengthM)
}

export function panBy({ fromM, toM }: LapWindow, byM: number, lengthM: number): LapWindow {
  return clampWindow({ fromM: fromM + byM, toM: toM + byM }, lengthM)
}

/** Round distances in the window, so many that they can be read. */
export function distanceTicks({ fromM, toM }: LapWindow, widthPx: number): number[] {
  const room = Math.max(Math.floor(widthPx / 70), 2)
  const stepM =
    [10, 20, 50, 100, 200, 500, 1000].find((step) => (toM - fromM) / step <= room) ?? 2000
  const first = Math.ceil(fromM / stepM)
  const count = Math.max(Math.floor(toM / stepM) - first + 1, 0)
  return Array.from({ length: count }, (_, index) => (first + index) * stepM)
}
