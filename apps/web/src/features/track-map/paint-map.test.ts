import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { TrackFit } from '@pitboard/analysis/track/track-geometry'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { setGlobals } from '../../testing/set-globals.ts'
import { chosenDrivers, NO_DRIVERS } from '../../timing/chosen-drivers.ts'
import { seasonNames } from '../../timing/season-names.ts'
import { createLiveStore } from '../race/live-store.ts'
import { mapGhost } from '../race/map-ghost.ts'
import { WHOLE_MAP } from './map-view.ts'
import { createMapPainter } from './map-painter.ts'
import { type MapPicture, paintMap } from './paint-map.ts'
import { createRecordingCanvas, RecordedPath } from './testing/recording-canvas.ts'

const SETTLED_MS = 2_500
const WHITE = '#ffffff'
/** A metre is a pixel, and the middle of the map is the middle of the game's world. */
const FIT: TrackFit = {
  project: (x, z) => [200 + x, 160 + z],
  points: [
    [100, 60],
    [300, 60],
    [300, 260],
    [100, 260],
  ],
  path: '',
  line: null,
}

/** Makes a car at a place of the world. */
const car = (driverIdx: number, name: string, x: number, z: number, known: Partial<Driver> = {}) =>
  aDriver({
    driverIdx,
    name,
    position: driverIdx + 1,
    teamColour: WHITE,
    livePosition: { x, y: 0, z },
    ...known,
  })

interface World {
  readonly isStill?: boolean
  readonly fontSize?: string
  readonly pixelRatio?: number
  readonly picture?: Partial<MapPicture>
}

type See = (entries: readonly { readonly isIntersecting: boolean }[]) => void
const NOT_SEEN: See = () => {}

/** Stops the map that a test has started last. */
let stopLast = () => {}

function start(t: TestContext, drivers: readonly Driver[], world: World = {}) {
  const { isStill = true, fontSize = '16px', pixelRatio = 1 } = world
  let frame: (() => void) | null = null
  let frames = 0
  let nowMs = 1_000
  let see: See = NOT_SEEN
  const dataset: Record<string, string> = {}
  const root = { dataset }
  const type = { size: fontSize }
  const fonts = { status: 'loaded' }
  const screen = { devicePixelRatio: pixelRatio }
  const density = new Set<() => void>()
  stopLast()
  // It stops before its browser is gone.
  t.after(() => {
    stopLast()
    chosenDrivers.set(NO_DRIVERS)
    mapGhost.set(null)
  })
  // A clock that is replaced twice would not be put back.
  t.mock.reset()
  t.mock.method(performance, 'now', () => nowMs)
  setGlobals(t, {
    Path2D: RecordedPath,
    window: screen,
    document: {
      documentElement: root,
      fonts,
      createElement: () => createRecordingCanvas().canvas,
    },
    matchMedia: () => ({
      matches: isStill,
      addEventListener: (_change: string, notify: () => void) => density.add(notify),
      removeEventListener: (_change: string, notify: () => void) => density.delete(notify),
    }),
    getComputedStyle: () => ({
      fontFamily: 'Timing',
      get fontSize() {
        return type.size
      },
      getPropertyValue: (name: string) => name.replace('--color-', ''),
    }),
    requestAnimationFrame(callback: () => void) {
      frame = callback
      return ++frames
    },
    cancelAnimationFrame() {
      frame = null
    },
    IntersectionObserver: function Observer(callback: See) {
      see = callback
      return { observe() {}, disconnect: () => (see = NOT_SEEN) }
    },
  })
  const [track, cars] = [createRecordingCanvas(), createRecordingCanvas()]
  const store = createLiveStore()
  let session = aSession({ drivers: [...drivers], sessionType: SessionType.Race, trackLength: 800 })
  store.show(session)
  let picture: MapPicture = {
    fit: FIT,
    width: 400,
    height: 320,
    view: WHOLE_MAP,
    focusIdx: null,
    isCentred: false,
    ...world.picture,
  }
  const painter = createMapPainter({ track: track.canvas, cars: cars.canvas })
  const painting = paintMap(cars.canvas, painter, store, () => picture)
  stopLast = () => {
    stopLast = () => {}
    painting.stop()
  }
  function paint(): void {
    const callback = frame
    frame = null
    callback?.()
  }
  return {
    painting,
    root,
    type,
    fonts,
    cars,
    track,
    see: (isIntersecting: boolean) => see([{ isIntersecting }]),
    moveToScreen(devicePixelRatio: number) {
      screen.devicePixelRatio = devicePixelRatio
      // Each waits for the next change again.
      const waiting = [...density]
      for (const notify of waiting) notify()
    },
    pass: (ms: number) => (nowMs += ms),
    isWaiting: () => frame !== null,
    show(next: Partial<LiveSession>) {
      session = { ...session, ...next, version: session.version + 1 }
      store.show(session)
    },
    change: (next: Partial<MapPicture>) => (picture = { ...picture, ...next }),
    /** Returns what the next frame draws of cars, if one was asked for. */
    frame() {
      paint()
      return cars.take()
    },
    /** Counts what the next frame draws of the track. */
    countTrack() {
      track.take()
      paint()
      return track.take().length
    },
  }
}

/** Returns what is drawn of cars: a dot with its place, and its radius where it is not the usual one. */
const dotsIn = (drawn: readonly string[]) =>
  drawn.flatMap((line) => {
    const found = /^picture (\S+?)( alpha \S+)?: .*fill (\S+) O0,0,(\S+);/.exec(line)
    if (!found) return []
    const [, box = '', alpha = '', colour = '', radius = ''] = found
    return `${colour} ${middleOf(box)} ${radius}${alpha}`
  })

/** Returns the labels with the middles of their places. */
const labelsIn = (drawn: readonly string[]) =>
  drawn.flatMap((line) => {
    const found = /^picture (\S+?): .*; text (\S+) text/.exec(line)
    return found ? `${found[2]} ${middleOf(found[1] ?? '')}` : []
  })

function middleOf(box: string): string {
  const [left = 0, top = 0, width = 0, height = 0] = box.split(',').map(Number)
  return `${left + width / 2},${top + height / 2}`
}

const linesIn = (drawn: readonly string[]) => drawn.filter((line) => line.startsWith('stroke'))

const THREE = [
  car(0, 'Moreau', 0, 0),
  car(1, 'Berg', 50, 0, { deltaToCarAhead: 999 }),
  car(2, 'Ortiz', 100, 40, { pitStatus: 1 }),
]

suite('the map shows', () => {
  test('each car as a dot in the colour of its team with its code, the followed one larger and on top', (t) => {
    const drawn = start(t, THREE, { picture: { focusIdx: 1 } }).frame()
    assert.deepEqual(drawn, [
      'transform 1,0,0,1,0,0',
      'clear 0,0,400,320',
      // They are within a second of each other.
      'stroke text 4 round M250,160L200,160',
      'picture 292,192,16,16 alpha 0.55: transform 1,0,0,1,8,8; fill #ffffff O0,0,5.5; stroke page 1.5 butt O0,0,5.5',
      'picture 192,152,16,16: transform 1,0,0,1,8,8; fill #ffffff O0,0,5.5; stroke page 1.5 butt O0,0,5.5',
      'picture 239.5,149.5,21,21: transform 1,0,0,1,10.5,10.5; fill #ffffff O0,0,7.5; stroke text 2.5 butt O0,0,7.5',
      'picture 228,135,44,20: transform 1,0,0,1,22,10; outline 3 round BER panel 600 13px Timing center middle at 0,0; text BER text 600 13px Timing center middle at 0,0',
      'picture 178,135,44,20: transform 1,0,0,1,22,10; outline 3 round MOR panel 600 13px Timing center middle at 0,0; text MOR text 600 13px Timing center middle at 0,0',
      'picture 278,175,44,20: transform 1,0,0,1,22,10; outline 3 round ORT panel 600 13px Timing center middle at 0,0; text ORT text 600 13px Timing center middle at 0,0',
    ])
  })

  test('no car that has retired, whose place is unknown or that is beyond its edge', (t) => {
    const drawn = start(t, [
      car(0, 'Moreau', 219, -179),
      car(1, 'Berg', 220, 0),
      car(2, 'Ortiz', 0, 180),
      car(3, 'Lind', 0, 0, { resultStatus: 7 }),
      car(4, 'Novak', 0, 0, { livePosition: null }),
      car(5, 'Costa', -219, 179),
      car(6, 'Sato', -220, 0),
      car(7, 'Kim', 0, -180),
    ]).frame()
    assert.deepEqual(dotsIn(drawn), ['#ffffff -19,339 5.5', '#ffffff 419,-19 5.5'])
  })

  test('lines and texts that grow with the map and with the type of the page, up to a limit', (t) => {
    const radius = (world: World) => {
      const [dot = ''] = dotsIn(start(t, [car(0, 'Moreau', -150, -110)], world).frame())
      return Number(dot.split(' ')[2])
    }
    assert.equal(radius({ picture: { width: 320, height: 320 } }), 5.5)
    assert.equal(radius({ picture: { width: 100, height: 100 } }), 5.5)
    assert.equal(radius({ picture: { width: 1_000, height: 460.8 } }), 6.6)
    assert.equal(radius({ picture: { width: 4_000, height: 4_000 } }), 9.9)
    assert.equal(radius({ fontSize: '32px' }), 11)
  })

  test('pictures as sharp as the screen', (t) => {
    const world = start(t, [car(0, 'Moreau', 0.3, 0)], { pixelRatio: 2 })
    const drawn = world.frame()
    assert.deepEqual([world.cars.canvas.width, world.cars.canvas.height], [800, 640])
    assert.deepEqual([world.track.canvas.width, world.track.canvas.height], [800, 640])
    assert.equal(drawn[0], 'transform 2,0,0,2,0,0')
    assert.match(drawn[3] ?? '', /^picture 192\.3,152,16,16: transform 2,0,0,2,16,16;/)
    // A label lies on whole pixels of the screen.
    assert.match(drawn[4] ?? '', /^picture 178\.5,135,44,20: transform 2,0,0,2,44,20;/)
  })

  test('the same on a screen of another density, though no car moves and nothing else is new', (t) => {
    const world = start(t, THREE)
    world.frame()
    world.track.take()
    world.moveToScreen(1.5)
    assert.ok(world.isWaiting())
    const drawn = world.frame()
    assert.deepEqual([world.cars.canvas.width, world.track.canvas.width], [600, 600])
    assert.equal(drawn[0], 'transform 1.5,0,0,1.5,0,0')
    assert.equal(dotsIn(drawn).length, THREE.length)
    assert.ok(world.track.take().length > 0)
  })

  test('the car of a lap that is driven against as a ring', (t) => {
    mapGhost.set({ x: 10, z: -20 })
    const view = { zoom: 2, left: 10, top: 5 }
    const drawn = start(t, [], { picture: { view } }).frame()
    assert.equal(drawn[2], 'stroke text 2 butt O200,110,6')
  })

  test('the part of the map that its viewer has chosen', (t) => {
    const view = { zoom: 2, left: 10, top: 5 }
    const drawn = start(t, [car(0, 'Moreau', 20, 30)], { picture: { view } }).frame()
    assert.deepEqual(dotsIn(drawn), ['#ffffff 220,210 5.5'])
  })

  test('the followed car in the middle of an enlarged map, unless its place is unknown', (t) => {
    const view = { zoom: 4, left: 0, top: 0 }
    const centred = { view, isCentred: true }
    const drivers = [car(0, 'Moreau', 20, 30), car(1, 'Berg', 0, 0, { livePosition: null })]
    const dots = (picture: Partial<MapPicture>) => dotsIn(start(t, drivers, { picture }).frame())
    assert.deepEqual(dots({ ...centred, focusIdx: 0 }), ['#ffffff 200,160 7.5'])
    for (const picture of [
      { ...centred, focusIdx: 1 },
      { ...centred, focusIdx: null },
      { view, focusIdx: null },
    ]) {
      assert.deepEqual(dots(picture), ['#ffffff 280,280 5.5'])
    }
  })
})

const battle = (t: TestContext, known: Partial<Driver>, x = 50, session = {}) => {
  const world = start(t, [car(0, 'Moreau', 0, 0), car(1, 'Berg', x, 0, known)])
  world.show(session)
  return linesIn(world.frame()).map((line) => line.replace('stroke text 4 round ', ''))
}

suite('a line between two cars shows a battle', () => {
  test('within a second, and within sight of each other', (t) => {
    assert.deepEqual(battle(t, { deltaToCarAhead: 999 }), ['M250,160L200,160'])
    assert.deepEqual(battle(t, { deltaToCarAhead: 999 }, 79), ['M279,160L200,160'])
    assert.deepEqual(battle(t, { deltaToCarAhead: 999 }, 80), [''])
    assert.deepEqual(battle(t, { deltaToCarAhead: 1_000 }), [''])
    assert.deepEqual(battle(t, { deltaToCarAhead: 999, pitStatus: 1 }), [''])
  })

  test('of races alone', (t) => {
    const session = { sessionType: SessionType.P1 }
    assert.deepEqual(battle(t, { deltaToCarAhead: 999 }, 50, session), [''])
  })
})

const codes = (drawn: readonly string[]) => labelsIn(drawn).map((label) => label.split(' ')[0])

suite('where labels have no room for all', () => {
  /** They lie on one another, so that the order of the labels is that of their rights. */
  const crowd = Array.from({ length: 4 }, (_, index) =>
    car(index, ['Moreau', 'Berg', 'Ortiz', 'Lind'][index] ?? '', 0, 0),
  )
  test('the followed driver is first, then the own one, rivals, the leader and battles', (t) => {
    const world = start(t, crowd)
    assert.deepEqual(codes(world.frame()), ['MOR', 'BER', 'ORT', 'LIN'])
    world.show({
      drivers: crowd.map((driver, index) => ({
        ...driver,
        deltaToCarAhead: [null, 1_000, 0, 999][index] ?? null,
      })),
    })
    assert.deepEqual(codes(world.frame()), ['MOR', 'LIN', 'BER', 'ORT'])
    chosenDrivers.set({ own: 'Ortiz', rivals: ['Berg'] })
    assert.deepEqual(codes(world.frame()), ['★ORT', '☆BER', 'MOR', 'LIN'])
    seasonNames.set(new Map([[3, ['Anna Lind', 'Lind']]]))
    chosenDrivers.set({ own: 'Anna Lind', rivals: [] })
    assert.deepEqual(codes(world.frame()), ['★LIN', 'MOR', 'BER', 'ORT'], 'under any name')
    seasonNames.set(new Map())
    chosenDrivers.set({ own: 'Ortiz', rivals: ['Berg'] })
    world.change({ focusIdx: 3 })
    world.painting.repaint()
    assert.deepEqual(codes(world.frame()), ['LIN', '★ORT', '☆BER', 'MOR'])
  })
})

suite('a car in the pit lane', () => {
  /** The square of 800 m has a pit lane inside of its upper side. */
  const points: TrackFit['points'] = [
    ...[100, 200, 300].map((left) => [left, 60] as const),
    [300, 160],
    ...[300, 200, 100].map((left) => [left, 260] as const),
    [100, 160],
  ]
  const pitLane = points.map((_, place): [number, number] | null =>
    place < 2 ? [-100 + 100 * place, -96] : null,
  )
  const shown = (t: TestContext, known: Partial<Driver>, trackLength: number | null = 800) => {
    const world = start(t, [car(0, 'Moreau', 0, -100, known)], {
      picture: { fit: { ...FIT, points } },
    })
    world.show({ pitLane, trackLength })
    return dotsIn(world.frame())
  }

  test('is moved with the lane as it is painted, between two of its points', (t) => {
    const [onTrack] = shown(t, { lapDistance: 100 })
    assert.equal(onTrack, '#ffffff 200,60 5.5')
    const [inLane = ''] = shown(t, { lapDistance: 100, pitStatus: 1 })
    assert.notEqual(inLane.replace(' alpha 0.55', ''), onTrack)
    const [atEntry] = shown(t, { lapDistance: 0, pitStatus: 1 })
    assert.notEqual(atEntry, inLane)
    // A lap that has not begun yet counts from its end.
    assert.deepEqual(
      shown(t, { lapDistance: -700, pitStatus: 1 }),
      shown(t, { lapDistance: 100, pitStatus: 1 }),
    )
  })

  test('stays where it is while the length of the lap or its place is unknown', (t) => {
    const unmoved = ['#ffffff 200,60 5.5 alpha 0.55']
    assert.deepEqual(shown(t, { lapDistance: null, pitStatus: 1 }), unmoved)
    assert.deepEqual(shown(t, { lapDistance: 100, pitStatus: 1 }, null), unmoved)
  })
})

suite('frames', () => {
  test('follow each other while cars move, and end when they have come to rest', (t) => {
    const world = start(t, [car(0, 'Moreau', 0, 0, { velocity: { x: 50, y: 0, z: 0 } })], {
      isStill: false,
    })
    world.frame()
    world.pass(100)
    world.show({ sessionTimeMs: 100 })
    world.frame()
    assert.ok(world.isWaiting())
    world.pass(SETTLED_MS - 1)
    world.frame()
    assert.ok(world.isWaiting())
    world.pass(1)
    world.frame()
    assert.equal(world.isWaiting(), false)
  })

  test('come only with news for who wants less motion', (t) => {
    const world = start(t, [car(0, 'Moreau', 0, 0)])
    world.frame()
    world.show({ sessionTimeMs: 100 })
    assert.ok(world.isWaiting())
    world.frame()
    assert.equal(world.isWaiting(), false)
    world.painting.repaint()
    assert.ok(world.isWaiting())
  })

  test('wait while the map is out of sight', (t) => {
    const world = start(t, [car(0, 'Moreau', 0, 0)])
    world.frame()
    world.see(false)
    world.painting.repaint()
    assert.equal(world.isWaiting(), false)
    world.see(true)
    assert.ok(world.isWaiting())
  })

  test('end with the map', (t) => {
    const world = start(t, [car(0, 'Moreau', 0, 0)])
    world.painting.stop()
    assert.equal(world.isWaiting(), false)
    world.show({ sessionTimeMs: 100 })
    chosenDrivers.set({ own: 'Moreau', rivals: [] })
    world.see(true)
    world.moveToScreen(2)
    assert.equal(world.isWaiting(), false)
  })

  test('paint the track again only where it looks different', (t) => {
    const world = start(t, [car(0, 'Moreau', 0, 0)])
    const tracks = () => {
      world.painting.repaint()
      return world.countTrack()
    }
    assert.ok(tracks() > 0)
    assert.equal(tracks(), 0)
    for (const change of [
      () => world.change({ fit: { ...FIT } }),
      () => world.change({ width: 401 }),
      () => world.change({ height: 321 }),
      () => world.change({ view: { zoom: 2, left: 0, top: 0 } }),
      () => world.change({ view: { zoom: 2, left: 1, top: 0 } }),
      () => world.change({ view: { zoom: 2, left: 1, top: 1 } }),
      () => (world.fonts.status = 'loading'),
      () => world.show({ trackLength: 801 }),
      () => world.show({ pitLane: [null] }),
      () => world.show({ sectorStarts: [1, 2] }),
      () => world.show({ flaggedZones: [] }),
      () => world.show({ safetyCarStatus: 1 }),
    ]) {
      change()
      assert.ok(tracks() > 0, change.toString())
      assert.equal(tracks(), 0, change.toString())
    }
  })

  test('read the type of the page again for another preset', (t) => {
    const world = start(t, [car(0, 'Moreau', 0, 0)])
    assert.deepEqual(dotsIn(world.frame()), ['#ffffff 200,160 5.5'])
    world.type.size = '24px'
    world.painting.repaint()
    assert.deepEqual(dotsIn(world.frame()), ['#ffffff 200,160 5.5'])
    world.root.dataset['preset'] = 'wall'
    world.painting.repaint()
    assert.deepEqual(dotsIn(world.frame()), ['#ffffff 200,160 8.3'])
  })
})
