import { createGame } from '@pitboard/telemetry/testing/scripted-game'

/** Returns the shortest stream that makes `count` sessions with drivers, each with a UID of its own. */
export function forgedSessions(count: number): Uint8Array[] {
  const game = createGame({ uid: 1n, cars: 20 })
  for (let uid = 1; uid <= count; uid++) {
    if (uid > 1) game.newUid(BigInt(uid), 0)
    // Another track makes it another session and not a restart of the previous one.
    game.session({ trackId: uid % 20, weekendLinkIdentifier: uid, sessionLinkIdentifier: uid })
    game.participants()
    game.lapData()
  }
  return game.sent.map(({ bytes }) => bytes)
}
