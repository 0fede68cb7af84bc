import type { Header } from '@pitboard/telemetry/formats/model'
import { penalty } from '../packets/announcement.ts'
import type { Sent } from '../broadcast.ts'
import type { World } from '../world/world.ts'

/** The list of all penalties and warnings so far, as the game sends it after a rejoin. */
export function* resend(
  world: World,
  header: Partial<Header>,
  atMs: number,
  times: number,
  isOver: boolean,
): Generator<Sent> {
  for (let i = 0; i < times; i++) {
    for (const car of world.cars) {
      for (const issued of [...car.penalties, ...car.warnings]) {
        // In the lap itself a list sent again could not be told from a second offence.
        if (!isOver && issued.lapNum >= car.lapNum) continue
        const bytes = penalty(car.index, issued)(world.setup.format, header)
        if (bytes) yield { atMs, bytes }
      }
    }
  }
}
