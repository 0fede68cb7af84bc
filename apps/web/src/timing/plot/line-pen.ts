/** A line may pass so far beside its points, in pixels of the page: nobody sees it, and most points are left out. */
const TOLERANCE_PX = 0.2

type Path = Pick<CanvasRenderingContext2D, 'lineTo' | 'moveTo'>

interface LinePen {
  /** Points come from left to right. */
  readonly draw: (x: number, y: number) => void
  /** Ends the line; the next point begins another one. */
  readonly lift: () => void
}

/** Draws straight from point to point, without the points that lie on the way. */
export function createStraightPen(path: Path): LinePen {
  let [fromX, fromY, lastX, lastY] = [0, 0, 0, 0]
  let [low, high] = [0, 0]
  let isDown = false
  let isWaiting = false

  function startAt(x: number, y: number): void {
    fromX = x
    fromY = y
    low = -Infinity
    high = Infinity
  }

  return {
    draw(x, y) {
      if (!isDown) {
        path.moveTo(x, y)
        startAt(x, y)
        isDown = true
        return
      }
      const slope = (y - fromY) / (x - fromX)
      if (slope < low || slope > high) {
        path.lineTo(lastX, lastY)
        startAt(lastX, lastY)
      }
      low = Math.max(low, (y - TOLERANCE_PX - fromY) / (x - fromX))
      high = Math.min(high, (y + TOLERANCE_PX - fromY) / (x - fromX))
      lastX = x
      lastY = y
      isWaiting = true
    },
    lift() {
      if (isWaiting) path.lineTo(lastX, lastY)
      isDown = false
      isWaiting = false
    },
  }
}

/** Draws level until the next value, as gears and switches are. */
export function createStepPen(path: Path): LinePen {
  let [lastX, levelY] = [0, 0]
  let isDown = false
  return {
    draw(x, y) {
      if (!isDown) path.moveTo(x, y)
      else if (y !== levelY) {
        path.lineTo(x, levelY)
        path.lineTo(x, y)
      }
      lastX = x
      levelY = y
      isDown = true
    },
    lift() {
      if (isDown) path.lineTo(lastX, levelY)
      isDown = false
    },
  }
}
