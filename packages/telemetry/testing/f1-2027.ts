import { formatTable } from '../src/formats/format-table.ts'
import { f1_2026 } from '../src/formats/f1-2026.ts'
import { header29 as header } from '../src/formats/headers.ts'
import { array, f32, packet, struct, text, u16, u8 } from '../src/layout/field.ts'

/** This year does not exist: one struct is changed, and one track and one team are added. */
const cars = 24

const participants = packet(header, 4, {
  numActiveCars: u8,
  cars: array(
    cars,
    struct({
      name: text(24),
      teamId: u16,
      raceNumber: u16,
      aiControlled: u8,
      driverId: u16,
      networkId: u16,
      myTeam: u8,
      nationality: u8,
      yourTelemetry: u8,
      showOnlineNames: u8,
      techLevel: u16,
      platform: u8,
      mood: f32,
    }),
  ),
})

export const f1_2027 = formatTable({
  ...f1_2026,
  format: 2027,
  packets: { ...f1_2026.packets, participants },
  tracks: { ...f1_2026.tracks, 43: 'Kyalami' },
  teams: { ...f1_2026.teams, 500: { name: 'Pitboard ‘27', colour: '#e10600' } },
})
