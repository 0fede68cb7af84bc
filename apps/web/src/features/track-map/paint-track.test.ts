import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { TrackFit } from '@pitboard/analysis/track/track-geometry'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { aSession } from '../../testing/a-session.ts'
import { WHOLE_MAP } from './map-view.ts'
import { createTrackPainter, type TrackCanvas } from './paint-track.ts'
import { createRecordingCanvas, RecordedPath } from './testing/recording-canvas.ts'
import { setGlobals } from '../../testing/set-globals.ts'

/** The track is a square of 800 m, driven clockwise from its upper left corner, and a metre is a pixel. */
const SQUARE: TrackFit['points'] = [
  [100, 100],
  [200, 100],
  [300, 100],
  [300, 200],
  [300, 300],
  [200, 300],
  [100, 300],
  [100, 200],
]
const fitOf = (points: TrackFit['points']): TrackFit => ({
  project: (x, z) => [x, z],
  points,
  path: '',
  line: null,
})
const FIT = fitOf(SQUARE)
/** The second sector begins at the upper right corner, the third one at the lower right. */
const SESSION = aSession({ trackLength: 800, sectorStarts: [200, 400] })

function start(t: TestContext) {
  let paths = 0
  setGlobals(t, {
    Path2D: function Counted() {
      paths++
      return RecordedPath()
    },
  })
  const { context, take } = createRecordingCanvas()
  const painter = createTrackPainter(
    (name) => name,
    () => 'Timing',
  )
  const usual: TrackCanvas = {
    context,
    fit: FIT,
    width: 400,
    height: 400,
    view: WHOLE_MAP,
    scale: 1,
    unit: 1,
  }
  return {
    painter,
    countPaths: () => paths,
    paint(session: Partial<typeof SESSION> = {}, canvas: Partial<TrackCanvas> = {}) {
      painter.paint({ ...usual, ...canvas }, { ...SESSION, ...session })
      return take()
    },
  }
}

const ROAD =
  'M100,150Q100,100,150,100Q200,100,250,100Q300,100,300,150Q300,200,300,250Q300,300,250,300Q200,300,150,300Q100,300,100,250Q100,200,100,150Z'

test('a track has its road in the colours of the sectors, arrows along it, the sectors and the start line', (t) => {
  const { paint } = start(t)
  assert.deepEqual(paint(), [
    'transform 1,0,0,1,0,0',
    'stroke page 5 round ',
    'stroke road 2.5 round ',
    `stroke page 14 round ${ROAD}`,
    `stroke road-sector-1 9.5 round ${ROAD}`,
    'stroke road-sector-2 9.5 butt M300,100L300,200L300,300',
    'stroke road-sector-3 9.5 butt M300,300L200,300L100,300L100,200L100,100',
    'transform 1,0,0,1,0,0',
    'stroke road 1.4 round M147.8,102.2L150,100L147.8,97.8',
    'stroke road 1.4 round M246.9,100L250,100L250,96.9',
    'stroke road 1.4 round M297.8,147.8L300,150L302.2,147.8',
    'stroke road 1.4 round M300,246.9L300,250L303.1,250',
    'stroke road 1.4 round M252.2,297.8L250,300L252.2,302.2',
    'stroke road 1.4 round M153.1,300L150,300L150,303.1',
    'stroke road 1.4 round M102.2,252.2L100,250L97.8,252.2',
    'stroke road 1.4 round M100,153.1L100,150L96.9,150',
    'stroke text 2 butt M294,100L306,100',
    'text S2 faint 600 11px Timing center middle at 317,100',
    'stroke text 2 butt M300,294L300,306',
    'text S3 faint 600 11px Timing center middle at 300,317',
    'stroke text 4 butt M100,107L100,93',
    // These are the squares of the start line.
    'stroke page 2 butt M99,106L99,104M99,102L99,100M99,98L99,96M101,104L101,102M101,100L101,98M101,96L101,94',
    'stroke muted 2 round M100,88L116,88M116,88L111,92M116,88L111,84',
  ])
})

test('an enlarged track is moved with the view, its road is wider by the root, and mini-sectors are marked', (t) => {
  const { paint } = start(t)
  const drawn = paint({}, { view: { zoom: 4, left: 10, top: -20 }, scale: 2, unit: 1.5 })
  const marks = drawn.filter((line) => line.startsWith('stroke line-strong'))
  assert.deepEqual(
    drawn.filter((line) => !marks.includes(line)),
    [
      'transform 8,0,0,8,-1280,-1040',
      'stroke page 3.8 round ',
      'stroke road 1.9 round ',
      `stroke page 10.5 round ${ROAD}`,
      `stroke road-sector-1 7.1 round ${ROAD}`,
      'stroke road-sector-2 7.1 butt M300,100L300,200L300,300',
      'stroke road-sector-3 7.1 butt M300,300L200,300L100,300L100,200L100,100',
      'transform 2,0,0,2,0,0',
      'stroke road 4.2 round M-46.6,-113.4L-40,-120L-46.6,-126.6',
      'stroke road 4.2 round M350.7,-120L360,-120L360,-129.3',
      'stroke road 4.2 round M553.4,73.4L560,80L566.6,73.4',
      'stroke road 4.2 round M560,470.7L560,480L569.3,480',
      'stroke road 4.2 round M366.6,673.4L360,680L366.6,686.6',
      'stroke road 4.2 round M-30.7,680L-40,680L-40,689.3',
      'stroke road 4.2 round M-233.4,486.6L-240,480L-246.6,486.6',
      'stroke road 4.2 round M-240,89.3L-240,80L-249.3,80',
      'stroke text 6 butt M542,-120L578,-120',
      'text S2 faint 600 16.5px Timing center middle at 596,-120',
      'stroke text 6 butt M560,662L560,698',
      'text S3 faint 600 16.5px Timing center middle at 560,716',
      'stroke text 12 butt M-240,-99L-240,-141',
      'stroke page 6 butt M-243,-102L-243,-108M-243,-114L-243,-120M-243,-126L-243,-132M-237,-108L-237,-114M-237,-120L-237,-126M-237,-132L-237,-138',
      'stroke muted 3 round M-240,-151.5L-216,-151.5M-216,-151.5L-223.5,-145.5M-216,-151.5L-223.5,-157.5',
    ],
  )
  assert.equal(marks.length, 23)
  assert.equal(marks[0], 'stroke line-strong 3 butt M-106.7,-111.7L-106.7,-128.2')
  assert.equal(marks[17], 'stroke line-strong 3 butt M-231.7,680L-248.2,680')
  assert.equal(drawn.indexOf(marks[0] ?? ''), 16, 'below the sectors and the start line')
})

suite('on the track', () => {
  test('mini-sectors are marked where there is room for them', (t) => {
    const { paint } = start(t)
    const countMarks = (zoom: number) =>
      paint({}, { view: { ...WHOLE_MAP, zoom } }).filter((line) => line.includes('line-strong'))
        .length
    assert.deepEqual([countMarks(1.9), countMarks(2)], [0, 23])
  })

  test('the sectors are named where there is room for it', (t) => {
    const { paint } = start(t)
    const names = (width: number) =>
      paint({}, { width }).flatMap((line) => /^text (\S+)/.exec(line)?.[1] ?? [])
    assert.deepEqual([names(360), names(359)], [['S2', 'S3'], []])
  })

  for (const [safetyCarStatus, isNeutral] of [
    [SafetyCarStatus.None, false],
    [SafetyCarStatus.Full, true],
    [SafetyCarStatus.Virtual, true],
    [SafetyCarStatus.FormationLap, false],
  ] as const) {
    test(`the edge of the road is ${isNeutral ? 'yellow' : 'dark'} with the safety car status ${safetyCarStatus}`, (t) => {
      const { paint } = start(t)
      const edge = paint({ safetyCarStatus }).filter((line) => line.endsWith(ROAD))
      assert.deepEqual(
        edge.map((line) => line.slice(0, -ROAD.length - 1)),
        isNeutral
          ? [
              'stroke flag-yellow 14 round',
              'stroke page 11.5 round',
              'stroke road-sector-1 9.5 round',
            ]
          : ['stroke page 14 round', 'stroke road-sector-1 9.5 round'],
      )
    })
  }

  test('a part with a flag has its colour, across the start line too', (t) => {
    const { paint } = start(t)
    const drawn = paint({
      flaggedZones: [
        { from: 100, to: 150, isRed: false },
        { from: 700, to: 100, isRed: true },
      ],
    })
    assert.deepEqual(drawn.slice(7, 10), [
      'stroke flag-yellow 9.5 round M200,100L250,100',
      'stroke bad 9.5 round M100,200L100,100L200,100',
      'transform 1,0,0,1,0,0',
    ])
    assert.equal(drawn.length, paint().length + 2)
  })

  test('what has a place in metres is left out while the length is unknown', (t) => {
    const { paint } = start(t)
    const zones = [{ from: 100, to: 150, isRed: false }]
    const drawn = paint({ trackLength: null, flaggedZones: zones }).join('\n')
    assert.doesNotMatch(drawn, /flag-yellow|road-sector-[23]|text S/)
    assert.match(drawn, /stroke text 4 butt/)
    assert.doesNotMatch(paint({ sectorStarts: null }).join('\n'), /road-sector-[23]|text S/)
  })

  test('nothing is marked where the track is not known yet', (t) => {
    const { paint } = start(t)
    // It is known from the upper right corner to the one below.
    const known = SQUARE.map((point, place) => (place >= 2 && place <= 4 ? point : null))
    const drawn = paint({}, { fit: fitOf(known) })
    assert.deepEqual(drawn, [
      'transform 1,0,0,1,0,0',
      'stroke page 5 round ',
      'stroke road 2.5 round ',
      'stroke page 14 round M300,100L300,100Q300,200,300,250L300,300',
      'stroke road-sector-1 9.5 round M300,100L300,100Q300,200,300,250L300,300',
      'stroke road-sector-2 9.5 butt M300,100L300,200',
      'stroke road-sector-3 9.5 butt ',
      'transform 1,0,0,1,0,0',
      'stroke road 1.4 round M297.8,147.8L300,150L302.2,147.8',
      'stroke text 2 butt M294,100L306,100',
      'text S2 faint 600 11px Timing center middle at 317,100',
    ])
  })

  test('the pit lane lies below the road, and cars in it are moved as it is', (t) => {
    const { painter, paint } = start(t)
    assert.equal(painter.laneShifts(), null)
    const pitLane = SQUARE.map((_, place): [number, number] | null =>
      place < 2 ? [100 + 100 * place, 104] : null,
    )
    const [, edge, lane] = paint({ pitLane })
    assert.match(lane ?? '', /^stroke road 2\.5 round M/)
    assert.equal(edge, lane?.replace('road 2.5', 'page 5'))
    const shifts = painter.laneShifts()
    assert.equal(shifts?.length, 2 * SQUARE.length)
    assert.ok(shifts.some((pixels) => pixels !== 0))
  })
})

test('shapes are made again only for another track, another enlargement and other marks', (t) => {
  const { paint, countPaths } = start(t)
  const session = { flaggedZones: SESSION.flaggedZones, pitLane: SESSION.pitLane }
  paint(session)
  const once = countPaths()
  paint({ ...session, safetyCarStatus: SafetyCarStatus.Full }, { width: 300, unit: 2 })
  paint(session, { view: { ...WHOLE_MAP, left: 5 } })
  assert.equal(countPaths(), once)
  let expected = once
  for (const [change, canvas] of [
    [{}, { fit: fitOf(SQUARE) }],
    [{}, { view: { ...WHOLE_MAP, zoom: 2 } }],
    [{ pitLane: [] }, {}],
    [{ flaggedZones: [] }, {}],
    [{ sectorStarts: [200, 400] }, {}],
    [{ trackLength: 801 }, {}],
  ] as const satisfies readonly (readonly [Partial<typeof SESSION>, Partial<TrackCanvas>])[]) {
    paint({ ...session, ...change }, canvas)
    expected += once
    assert.equal(countPaths(), expected, JSON.stringify(change))
    paint(session)
    expected += once
  }
})
