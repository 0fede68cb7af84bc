import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { de, en } from '../testing/text.ts'
import { changeMessage } from './change-messages.ts'

const NAMES = new Map([
  ['spa', 'Spa'],
  ['sprint', 'Spa, Sprint (round 2, 26 Jul 2026)'],
  ['penalty', '+5 s: NORRIS, Spa, Sprint (round 2, 26 Jul 2026)'],
])
const nameOf = (id: string) => NAMES.get(id) ?? null

function change(action: string, details: HistoryChange['details'], version = 1): HistoryChange {
  return { id: String(version), version, at: '', authorId: '', authorName: '', action, details }
}

const OWN = { ...NO_POINTS, preset: null, race: [10, 6], pole: 1 }
const LINK = { driverNames: [], role: 'race', pointsFactor: 1, pointsByDistance: true }

for (const [message, action, details] of [
  ['Changed · Public: no → yes', 'updated', { isPublic: { before: false, after: true } }],
  [
    'Changed · Website: – → https://a.example',
    'updated',
    { website: { before: '', after: 'https://a.example' } },
  ],
  [
    'Changed · Points system: F1 2025 → F1 2022 to 2024',
    'updated',
    { pointsSystem: { before: { preset: 'f1-2025' }, after: { preset: 'f1-2022' } } },
  ],
  [
    'Changed · Race: 25 18 → 10 6 · Points for pole: 0 → 1',
    'updated',
    { pointsSystem: { before: { ...OWN, race: [25, 18], pole: 0 }, after: OWN } },
  ],
  [
    'Changed · Cars that score: – → 2',
    'updated',
    {
      pointsSystem: {
        before: OWN,
        after: { ...OWN, teams: { ...OWN.teams, carsPerSession: 2 } },
      },
    },
  ],
  [
    'Event changed · Spa · Track: Monza → Spa · Name: – → Finale',
    'eventUpdated',
    { eventId: 'spa', track: { before: 11, after: 10 }, name: { before: '', after: 'Finale' } },
  ],
  [
    'Session of an event changed · Spa, Sprint (round 2, 26 Jul 2026) · Counts as: Race → Sprint · Factor: × 1 → × 0.5',
    'sessionUpdated',
    {
      eventId: 'spa',
      sessions: [
        {
          sessionId: 'sprint',
          role: { before: 'race', after: 'sprint' },
          pointsFactor: { before: 1, after: 0.5 },
        },
      ],
    },
  ],
  [
    'Session of an event changed · Spa, Sprint (round 2, 26 Jul 2026) · Drivers: Ann, Bob → Bert',
    'sessionUpdated',
    {
      eventId: 'spa',
      sessions: [
        {
          sessionId: 'sprint',
          driverNames: { before: [null, 'Bob', 'Cas'], after: ['Ann', 'Bert', 'Cas'] },
        },
      ],
    },
  ],
  [
    'Sessions linked · Spa, Sprint (round 2, 26 Jul 2026)',
    'sessionsAdded',
    { eventId: 'spa', sessions: [], links: [{ sessionId: 'sprint', ...LINK }] },
  ],
  [
    'Session removed · Spa · Sprint',
    'sessionRemoved',
    { eventId: 'spa', sessionId: 'gone', ...LINK, role: 'sprint' },
  ],
  [
    'Stewards’ decision · +5 s: NORRIS, Spa, Sprint (round 2, 26 Jul 2026) · Cut a corner',
    'adjusted',
    { adjustmentId: 'penalty', kind: 'timePenalty', seconds: 5, reason: 'Cut a corner' },
  ],
  [
    'Decision revoked · +5 s: NORRIS, Spa, Sprint (round 2, 26 Jul 2026) · Appeal won',
    'adjustmentRevoked',
    { adjustmentId: 'penalty', reason: 'Appeal won' },
  ],
  [
    'Roster changed · + Red · − Ann · Bob → Rob',
    'rosterUpdated',
    {
      teams: [{ id: 'a', before: null, after: { name: 'Red' } }],
      drivers: [
        { id: 'b', before: { name: 'Ann' }, after: null },
        { id: 'c', before: { name: 'Bob' }, after: { name: 'Rob' } },
      ],
    },
  ],
  [
    'Sign-up changed · Closes: – → Oct 4, 2026, 12:00 PM · An organiser approves each sign-up: no → yes · Places in all: – → 20 · Tiers: – → Pro 8, Rookie · Questions: Wheel? → –',
    'signUpUpdated',
    {
      closesAt: { before: null, after: '2026-10-04T12:00:00.000Z' },
      needsApproval: { before: false, after: true },
      capacity: { before: null, after: 20 },
      tiers: {
        before: [],
        after: [
          { name: 'Pro', capacity: 8 },
          { name: 'Rookie', capacity: null },
        ],
      },
      questions: { before: [{ label: 'Wheel?', kind: 'yesNo' }], after: [] },
    },
  ],
  ['Sign-up opened', 'signUpUpdated', { opened: { capacity: 20, note: '' } }],
  ['Sign-up changed', 'signUpUpdated', {}],
  [
    'Rules for incidents changed · Who may report: Drivers of the season → Nobody · Hours to appeal: 48 → 24 · Thresholds of licence points: – → 6 race ban',
    'stewardRulesUpdated',
    {
      reporters: { before: 'drivers', after: 'nobody' },
      appealHours: { before: 48, after: 24 },
      thresholds: { before: [], after: [{ points: 6, consequence: 'race ban' }] },
    },
  ],
  ['Invitation revoked · Ute · Steward', 'invitationRevoked', { name: 'Ute', role: 'steward' }],
  [
    'Attendance entered · Ann · Spa · no answer → takes part',
    'attendanceAnswered',
    { eventId: 'spa', driverId: 'a', driver: 'Ann', before: null, after: 'accepted' },
  ],
  ['Driver confirmed · Ann', 'claimApproved', { claimId: 'a', driver: 'Ann' }],
  ['Results published · Version 3 · Official', 'published', { publication: 3, status: 'official' }],
  [
    'Names merged · Anni, Ann2 → Ann',
    'merged',
    { merge: { name: 'Ann', aliases: ['Anni', 'Ann2'] }, before: [], after: [] },
  ],
  ['Names split · Anni', 'split', { split: ['Anni'], before: [], after: [] }],
  [
    'Result corrected · Spa · Line 2: Laps: 10 → 11',
    'sessionCorrected',
    {
      eventId: 'spa',
      sessionId: 'gone',
      changes: [{ path: 'drivers.1.numberOfLaps', before: 10, after: 11 }],
    },
  ],
] as const) {
  test(`a change says what it changed: ${message}`, () => {
    assert.equal(changeMessage(change(action, details), en, { nameOf }), message)
  })
}

test('a change that was undone says which one', () => {
  const made = change('updated', { isPublic: { before: false, after: true } }, 4)
  const undone = change('undone', { undone: 4, did: 'updated' }, 5)
  assert.equal(
    changeMessage(undone, de, { changes: [undone, made] }),
    'Rückgängig gemacht · Geändert · Öffentlich: nein → ja',
  )
  assert.equal(changeMessage(undone, en), 'Undone · Changed')
  const rules = change('stewardRulesUpdated', { reporters: { before: 'users', after: 'drivers' } })
  assert.equal(
    changeMessage(rules, de),
    'Regeln für Vorfälle geändert · Wer melden darf: Alle angemeldeten Nutzer → Fahrer der Saison',
  )
  const form = change('signUpUpdated', { capacity: { before: null, after: 20 } })
  assert.equal(changeMessage(form, de), 'Anmeldung geändert · Plätze insgesamt: – → 20')
})
