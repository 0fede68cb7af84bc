import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as spec from '@pitboard/contract/wire/enumerations'
import { decodeDatagram } from '../decode.ts'
import { encodeEvent, encodePacket } from '../encode.ts'
import { type IdTables, sessionTypeOf, teamOf, trackNameOf, tyreCompoundOf } from './id-tables.ts'
import { formats } from '../formats/registry.ts'
import {
  dumps,
  idsJson,
  lengthPrefixed,
  singleDatagrams,
  withoutCaptures,
} from '../../testing/captures.ts'
import { unknownIdsOf } from '../session/packets/unknown-ids.ts'

type Appendix = Readonly<Record<string, Readonly<Record<string, string>>>>

test('every id of every year’s appendix has the appendix’s name', (t) => {
  if (!existsSync(idsJson)) return t.skip(`no ${idsJson}`)
  const appendices: Record<string, Appendix> = JSON.parse(readFileSync(idsJson, 'utf8'))
  for (const table of Object.values(formats)) {
    const appendix = appendices[String(table.format)] ?? {}
    const teams = Object.entries(table.teams).map(([id, { name }]) => [id, name])
    const names = { ...table, teams: Object.fromEntries(teams) }
    for (const kind of ['teams', 'tracks', 'drivers', 'nationalities', 'infringements'] as const) {
      const missing = Object.entries(appendix[kind] ?? {}).filter(
        ([id, name]) => names[kind][id] !== name,
      )
      assert.deepEqual(missing, [], `${table.format} ${kind}`)
    }
    for (const id of Object.keys(appendix.penalties ?? {})) {
      assert.equal(table.penaltyTypes[Number(id)], Number(id))
    }
    assert.deepEqual(Object.keys(table.sessionTypes), Object.keys(appendix.sessionTypes ?? {}))
  }
})

test('every id that is known has a name, and every team a colour', () => {
  for (const year of Object.values(formats)) {
    const { tracks, teams, drivers, nationalities, infringements, actualTyreCompounds } = year
    for (const names of [tracks, drivers, nationalities, infringements, actualTyreCompounds]) {
      for (const [id, name] of Object.entries(names)) assert.ok(name, `${year.format} ${id}`)
    }
    for (const [id, { name, colour }] of Object.entries(teams)) {
      assert.ok(name, `${year.format} team ${id}`)
      assert.match(colour, /^#[0-9a-f]{6}$/, `${year.format} team ${id}`)
    }
  }
})

test('each year’s session types are the specification’s', () => {
  const { SessionType } = spec
  assert.equal(sessionTypeOf(formats[2022], 10), SessionType.Race)
  assert.equal(sessionTypeOf(formats[2023], 13), SessionType.TimeTrial)
  assert.equal(sessionTypeOf(formats[2024], 10), SessionType.SprintShootout1)
  assert.equal(sessionTypeOf(formats[2026], 15), SessionType.Race)
  assert.equal(sessionTypeOf(formats[2026], 99), SessionType.Unknown)
})

test('tracks 0 to 32 are the specification’s; later ones keep number and name', () => {
  for (const [name, id] of Object.entries(spec.Track)) {
    assert.ok(plain(trackNameOf(formats[2026], id)).startsWith(plain(name)), name)
  }
  assert.equal(trackNameOf(formats[2026], 42), 'Madrid')
  assert.equal(trackNameOf(formats[2026], 99), 'Track 99')
})

test('compounds of every formula are the specification’s; those it lacks stay themselves', () => {
  const { Soft, Hard, Wet } = spec.TyreCompound
  assert.deepEqual(
    [16, 20, 22, 15, 10, 19, 9, 77].map((id) => tyreCompoundOf(formats[2025], id)),
    [Soft, Soft, Hard, Wet, Wet, 19, 9, 77],
  )
})

test('a later game’s id in an earlier year’s format has the later year’s meaning', () => {
  const ids = idsIn(encodePacket(2023, 'participants', {}, {}))
  assert.equal(teamOf(ids, 129).name, 'Konnersport')
  assert.equal(teamOf(ids, 193).name, 'McLaren ‘24')
  assert.equal(teamOf(formats[2023], 193).name, 'Team 193')
})

test('an id that no table knows passes unchanged and is reported', () => {
  const cars = [
    { name: 'A', teamId: 77, driverId: 250, nationality: 200 },
    { name: 'B', teamId: 0, driverId: 255, nationality: 0 },
    { name: '', teamId: 255, driverId: 255, nationality: 255 },
  ]
  const participants = decodeDatagram(encodePacket(2025, 'participants', {}, { cars }))
  assert.ok(participants.kind === 'participants')
  assert.equal(participants.cars[0]?.teamId, 77)
  assert.deepEqual(unknownIdsOf(participants), [
    { table: 'teams', id: 77 },
    { table: 'drivers', id: 250 },
    { table: 'nationalities', id: 200 },
  ])
  const details = { penaltyType: 40, infringementType: 99 }
  const penalty = decodeDatagram(encodeEvent(2022, 'PENA', {}, details))
  assert.ok(penalty.kind === 'event')
  assert.deepEqual(unknownIdsOf(penalty), [
    { table: 'penaltyTypes', id: 40 },
    { table: 'infringements', id: 99 },
  ])
})

test('no id of a real datagram is unknown', { skip: withoutCaptures }, () => {
  const real = [...singleDatagrams().map(({ bytes }) => bytes), ...dumps.flatMap(lengthPrefixed)]
  const unknown = new Set<string>()
  for (const bytes of real) {
    const packet = decodeDatagram(bytes)
    if (packet.kind === 'rejected') continue
    for (const { table, id } of unknownIdsOf(packet)) unknown.add(`${packet.format} ${table} ${id}`)
  }
  assert.deepEqual([...unknown], [])
})

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()
}

function idsIn(bytes: Uint8Array): IdTables {
  const packet = decodeDatagram(bytes)
  assert.ok(packet.kind !== 'rejected')
  return packet.ids
}
