import type { Header } from '@pitboard/telemetry/formats/model'
import { playerCarOf } from '../entries.ts'
import { sessionMs, type World } from '../world/world.ts'

/** The header of the frame that is being driven. */
export function headerOf(world: World): Partial<Header> {
  return {
    ...fixed(world),
    sessionTime: sessionMs(world.step) / 1000,
    frameIdentifier: world.step + 1,
    overallFrameIdentifier: world.step + 1,
  }
}

/** What is sent after the end carries the last time and frame 0, as the game does. */
export function closingHeaderOf(world: World): Partial<Header> {
  return { ...headerOf(world), frameIdentifier: 0, overallFrameIdentifier: 0 }
}

function fixed({ setup }: World): Partial<Header> {
  return {
    gameYear: setup.format - 2000,
    gameMajorVersion: 1,
    gameMinorVersion: setup.format === 2024 ? 17 : 18,
    packetVersion: 1,
    sessionUid: setup.uid,
    playerCarIndex: playerCarOf(setup.cars),
    secondaryPlayerCarIndex: 255,
  }
}
