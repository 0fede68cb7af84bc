/** The dots of the cars are there on a map; NaN for a car that is not on it. */
export interface Dots {
  readonly left: Float64Array
  readonly top: Float64Array
}

/** A dot that moves by less looks the same. */
const STEP_PIXELS = 0.75

interface DotSteps {
  /**
   * Returns whether a dot is elsewhere than where it was last noted, by what a screen of `scale` pixels per unit shows.
   * On a screen of another density all are: a canvas that gets more or fewer pixels is empty.
   */
  readonly areElsewhere: (dots: Dots, scale: number) => boolean
  readonly note: (dots: Dots, scale: number) => void
}

/** Says which frames show something new: on a small map cars take two frames for a pixel. */
export function createDotSteps(cars: number): DotSteps {
  const noted = {
    left: new Float64Array(cars).fill(Number.NaN),
    top: new Float64Array(cars).fill(Number.NaN),
  }
  let notedScale = Number.NaN
  return {
    areElsewhere(dots, scale) {
      if (scale !== notedScale) return true
      const step = STEP_PIXELS / scale
      return dots.left.some((x, place) => {
        const y = dots.top[place] ?? Number.NaN
        const [fromX, fromY] = [noted.left[place] ?? Number.NaN, noted.top[place] ?? Number.NaN]
        if (Number.isNaN(x) || Number.isNaN(fromX)) return Number.isNaN(x) !== Number.isNaN(fromX)
        return Math.hypot(x - fromX, y - fromY) >= step
      })
    },
    note(dots, scale) {
      notedScale = scale
      noted.left.set(dots.left)
      noted.top.set(dots.top)
    },
  }
}
