import { foreignFormatOf, knownFormats } from '@pitboard/telemetry/capture/game-datagram'

/** Says once of each year that the game sends and nobody here reads what to do about it. */
export function createFormatWatch(say: (text: string) => void): (bytes: Uint8Array) => void {
  const known = knownFormats()
  const [first, last] = [Math.min(...known), Math.max(...known)]
  const said = new Set<number>()
  return (bytes) => {
    const format = foreignFormatOf(bytes)
    if (format === null || said.has(format)) return
    said.add(format)
    say(
      `The game sends the format ${format}, which is not understood. Choose ${first} to ${last} in its telemetry settings.`,
    )
  }
}
