export interface Sketch {
  readonly id: number
  /** The lap's real length in metres. */
  readonly lengthM: number
  /** Freehand corners in driving order from the line, in no unit: they are scaled to the length. */
  readonly points: readonly (readonly [number, number])[]
  /** Height difference of the lap in metres. */
  readonly reliefM: number
  readonly sector2Start: number
  readonly sector3Start: number
  /** Metres before the line where the pit lane begins, and after it where it ends. */
  readonly pitEntryBeforeLineM: number
  readonly pitExitAfterLineM: number
  readonly speedTrapM: number
}

/** Reads points from `x,z x,z …`. */
function readPoints(text: string): (readonly [number, number])[] {
  return text
    .trim()
    .split(/\s+/)
    .map((point) => {
      const [x, z] = point.split(',').map(Number)
      return [x ?? NaN, z ?? NaN]
    })
}

const silverstone: Sketch = {
  id: 7,
  lengthM: 5891,
  points: readPoints(`
    0,0 14,9 30,19 44,22 58,27 70,25 74,15 67,7 58,4 57,-3 65,-6 80,-3 108,2 134,6 146,11
    149,22 153,33 162,36 168,29 167,16 163,2 158,-14 154,-38 146,-52 130,-58 110,-58 97,-65
    85,-60 72,-69 60,-66 48,-59 30,-60 -8,-66 -30,-67 -40,-57 -41,-42 -45,-31 -53,-24
    -51,-14 -40,-11 -24,-12
  `),
  reliefM: 11,
  sector2Start: 1800,
  sector3Start: 4100,
  pitEntryBeforeLineM: 330,
  pitExitAfterLineM: 310,
  speedTrapM: 4900,
}

const spa: Sketch = {
  id: 10,
  lengthM: 7004,
  points: readPoints(`
    0,0 -14,7 -24,12 -25,19 -15,20 12,13 34,7 45,9 52,17 61,22 95,42 128,60 137,62 142,56
    149,54 151,45 147,33 138,26 129,28 120,21 109,4 106,-12 112,-26 125,-32 138,-35 146,-43
    156,-48 164,-58 164,-71 155,-79 142,-80 118,-73 95,-65 75,-51 61,-38 58,-29 49,-23
    28,-13
  `),
  reliefM: 90,
  sector2Start: 2250,
  sector3Start: 5050,
  pitEntryBeforeLineM: 330,
  pitExitAfterLineM: 300,
  speedTrapM: 2150,
}

const monza: Sketch = {
  id: 11,
  lengthM: 5793,
  points: readPoints(`
    0,0 0,30 0,60 2,67 8,70 10,77 11,95 17,111 30,122 48,126 62,124 69,120 75,123 82,120
    96,114 108,108 111,97 106,84 98,74 85,54 71,30 63,14 60,6 63,-1 60,-9 54,-20 47,-42
    37,-76 29,-102 22,-116 11,-120 3,-111 0,-94 0,-60 0,-25
  `),
  reliefM: 13,
  sector2Start: 1900,
  sector3Start: 3950,
  pitEntryBeforeLineM: 380,
  pitExitAfterLineM: 320,
  speedTrapM: 540,
}

const zandvoort: Sketch = {
  id: 26,
  lengthM: 4259,
  points: readPoints(`
    0,0 0,28 2,46 9,55 17,50 17,39 15,28 16,19 13,11 14,3 20,0 26,5 31,14 42,27 55,40 66,52
    77,57 87,51 94,40 98,29 92,21 81,21 72,16 70,6 72,-8 69,-17 61,-21 57,-29 47,-39 33,-46
    16,-46 4,-37 0,-20
  `),
  reliefM: 16,
  sector2Start: 1370,
  sector3Start: 2900,
  pitEntryBeforeLineM: 300,
  pitExitAfterLineM: 270,
  speedTrapM: 330,
}

/** No real circuit: laps of a quarter of a minute, for tests that drive hundreds of races. */
const shortLoop: Sketch = {
  id: 22,
  lengthM: 1240,
  points: readPoints(`
    0,0 0,10 0,20 0,30 3,38 10,41 17,38 20,30 20,20 20,10 20,0 20,-10 17,-18 10,-21 3,-18
    0,-10
  `),
  reliefM: 4,
  sector2Start: 420,
  sector3Start: 800,
  pitEntryBeforeLineM: 240,
  pitExitAfterLineM: 190,
  speedTrapM: 300,
}

export const sketches: readonly Sketch[] = [silverstone, spa, monza, zandvoort, shortLoop]
