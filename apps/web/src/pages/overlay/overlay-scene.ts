import type { Driver } from '@pitboard/contract/sessions/driver'
import { chosenCar } from '../../timing/chosen-drivers.ts'
import type { Shortcuts } from '../../ui/use-shortcuts.ts'

/** These fill the picture of a stream besides its parts; `parts` are those of the address. */
export const OVERLAY_SCENES = [
  'parts',
  'tower',
  'lowerThird',
  'battle',
  'grid',
  'fastestLap',
  'results',
  'standings',
  'nextRace',
] as const
export type OverlayScene = (typeof OVERLAY_SCENES)[number]

/** These scenes show the season that the session counts in. */
export type SeasonScene = Extract<OverlayScene, 'standings' | 'nextRace'>

/** A choice has a scene, and the driver whom it is about. */
export interface SceneChoice {
  readonly scene: OverlayScene
  /** The scene names its driver; null stands for the leader. */
  readonly driverName: string | null
  /** It tells drivers of one name apart in the session in which it was chosen. */
  readonly driverIdx: number | null
}

export const FIRST_SCENE: SceneChoice = { scene: 'parts', driverName: null, driverIdx: null }

/** Returns the place of the driver in `drivers`: of the very car, else of one of that name; -1 stands for nobody. */
export function chosenPlace(
  drivers: readonly Pick<Driver, 'name' | 'driverIdx'>[],
  { driverName, driverIdx }: Pick<SceneChoice, 'driverName' | 'driverIdx'>,
): number {
  const named = drivers.filter(({ name }) => name === driverName)
  const car = chosenCar(
    named.map((driver) => driver.driverIdx),
    driverIdx,
  )
  // A hidden name is that of many: without the very car it is nobody's.
  if (driverName === '' && car !== driverIdx) return -1
  return drivers.findIndex((driver) => driver.driverIdx === car)
}

/** The keys `1` to `9` show the scenes in their order. */
export function sceneShortcuts(show: (scene: OverlayScene) => void): Shortcuts {
  return Object.fromEntries(
    OVERLAY_SCENES.map((scene, index) => [String(index + 1), () => show(scene)]),
  )
}

const NAME_MAX = 100

/** This is an edge: it reads what another page sends, or storage holds. */
export function readSceneChoice(value: unknown): SceneChoice | null {
  if (typeof value !== 'object' || value === null) return null
  const named = 'scene' in value ? value.scene : null
  const scene = OVERLAY_SCENES.find((known) => known === named)
  if (!scene) return null
  const name = 'driverName' in value ? value.driverName : null
  const index = 'driverIdx' in value ? value.driverIdx : null
  return {
    scene,
    driverName: typeof name === 'string' && name.length <= NAME_MAX ? name : null,
    driverIdx: typeof index === 'number' ? index : null,
  }
}

/** The secret has 128 bits as 32 digits, so that nobody guesses the channel of an overlay. */
const SECRET = /^[0-9a-f]{32}$/

/** It is behind the `#` of an address: no server is sent it, and none has it in a log. */
export function sceneFragment(secret: string | null): string {
  return secret === null ? '' : `#control=${secret}`
}

/** Reads the fragment with or without the `#`; returns null if it holds no secret. */
export function readSceneFragment(fragment: string): string | null {
  const secret = new URLSearchParams(fragment.replace('#', '')).get('control')
  return secret !== null && SECRET.test(secret) ? secret : null
}

export function createSceneSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
