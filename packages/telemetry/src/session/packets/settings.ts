import {
  type Assist,
  ASSISTS,
  type CarPerformance,
  type Formula,
} from '@pitboard/contract/records/lap-category'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { itemAt } from '@pitboard/contract/wire/item-at'
import type { DatagramIdentity } from '../../decode.ts'
import type { Fields } from '../../layout/field.ts'
import { fieldOffsets } from '../../layout/partial-tables.ts'
import type { SessionInfo, TrackedSession } from '../state/state.ts'

const formulas: ReadonlyMap<number, Formula> = new Map([
  [0, 'f1'],
  [1, 'f1Classic'],
  [2, 'f2'],
  [3, 'f1Generic'],
  [4, 'beta'],
  [5, 'supercars'],
  [6, 'esports'],
  [7, 'f2'],
  [8, 'f1World'],
  [9, 'f1Elimination'],
  [13, 'f1Season26'],
])

/** Teams develop their cars in these careers; 78 is in no document of the game, but was seen in My Team. */
const careers: ReadonlySet<number> = new Set([19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 78])

const automaticGearbox = 3

/** R31: remembers which assists a Session packet says that its player uses. */
export function noteAssists({ assists }: TrackedSession, info: SessionInfo): void {
  if (info.steeringAssist > 0) assists.add('steeringAssist')
  if (info.brakingAssist > 0) assists.add('brakingAssist')
  if (info.gearboxAssist === automaticGearbox) assists.add('automaticGearbox')
  if (info.dynamicRacingLine > 0) assists.add('racingLine')
  if (info.ersAssist > 0) assists.add('ersAssist')
  if (info.drsAssist > 0) assists.add('drsAssist')
}

/**
 * R31: remembers which assists a CarStatus packet says that its player uses, for the car of the player alone.
 */
export function noteCarAssists(
  { assists, info }: TrackedSession,
  bytes: Uint8Array,
  { body, headerSize }: DatagramIdentity,
): void {
  const places = known.get(body) ?? carAssists.map((field) => fieldOffsets(body, 'cars', [field]))
  known.set(body, places)
  for (const [index, assist] of carAssists.entries()) {
    const at = places[index]?.[info.header.playerCarIndex]
    if (at !== undefined && itemAt(bytes, headerSize + at) > 0) assists.add(assist)
  }
}

/** These fields of CarStatus have the names of the assists. */
const carAssists = ['tractionControl', 'antiLockBrakes'] as const satisfies readonly Assist[]
const known = new WeakMap<Fields, readonly Uint16Array[]>()

/** R31: returns with which cars and assists the session is driven. */
export function settingsOf({
  info,
  assists,
}: TrackedSession): NonNullable<SessionDetail['settings']> {
  const { gameMode } = info
  return {
    formula: formulas.get(info.formula) ?? 'other',
    performance: performanceOf(info),
    gameMode,
    assists: ASSISTS.filter((assist) => assists.has(assist)),
  }
}

/** Returns the performance of the cars. Games before 2024 do not say whether all cars are equal. */
function performanceOf(info: SessionInfo): CarPerformance {
  if (info.equalCarPerformance === 1) return 'equal'
  return careers.has(info.gameMode) ? 'developed' : 'standard'
}
