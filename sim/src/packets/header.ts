import type { Header } from '@pitboard/telemetry/formats/model'
import { playerCarOf } from '../setup/entries.ts'
import { clockMs, type World } from '../world/world.ts'

/** The header of the frame that is being driven. */
export function headerOf(world: World): Partial<Header> & Pick<Header, 'sessionTime'> {
  return {
    ...fixed(world),
    sessionTime: clockMs(world.setup, world.step) / 1000,
    frameIdentifier: frameOf(world),
    overallFrameIdentifier: world.ranSteps - world.ranStepsAtStart + 1,
  }
}

/** Goes back with a flashback. */
export function frameOf({ firstFrameStep, step }: Pick<World, 'firstFrameStep' | 'step'>): number {
  return step - firstFrameStep + 1
}

/** What is sent after the end carries frame 0 and the last time, in 2022 no time either. */
export function closingHeaderOf(world: World): Partial<Header> {
  const header = headerOf(world)
  const sessionTime = world.setup.format < 2023 ? 0 : header.sessionTime
  return { ...header, sessionTime, frameIdentifier: 0, overallFrameIdentifier: 0 }
}

function fixed({ setup, uid }: World): Partial<Header> {
  return {
    gameYear: gameYearOf(setup.format),
    gameMajorVersion: 1,
    gameMinorVersion: gameMinorVersionOf(setup.format),
    packetVersion: 1,
    sessionUid: uid,
    playerCarIndex: playerCarOf(setup.cars),
    secondaryPlayerCarIndex: 255,
  }
}

/** The 2026 season came as a pack for the game of 2025. */
export function gameYearOf(format: number): number {
  return Math.min(25, format - 2000)
}

export function gameMinorVersionOf(format: number): number {
  return format === 2024 ? 17 : 18
}
