import { test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { loseOwner } from './src/lost-owner.ts'

const race = createRace({ seed: 21, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })

test('kill -9 of the owner of a stream, with the loss of its disk: the session equals the truth', (t) =>
  loseOwner(t, { servers: 2, race, share: 0.7, losesDisk: true }))
