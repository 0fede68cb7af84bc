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
    'Sign-up changed · Closes: – → Oct 4, 2026, 12:00 PM · An organiser approves each sign-up: no → yes · Total places: – → 20 · Tiers: – → Pro 8, Rookie · Questions: Wheel? → –',
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
  [
    'Attendance rule changed · Hours between deadline and start: – → 24',
    'attendanceRuleUpdated',
    { deadlineHours: { before: null, after: 24 } },
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
  [
    'Changed · Public: no → yes',
    'updated',
    { isPublic: { before: false, after: true }, id: 'spa', note: null, list: ['before'] },
  ],
  [
    'Changed · Website: – → https://a.example',
    'updated',
    { website: { after: 'https://a.example' } },
  ],
  [
    'Changed · Website: https://a.example → –',
    'updated',
    { website: { before: 'https://a.example' } },
  ],
  [
    'Events added · Finale · Monza',
    'eventsAdded',
    { events: [{ name: 'Finale', track: 10 }, { name: '', track: 11 }, { name: '' }, 'x'] },
  ],
  ['Events added', 'eventsAdded', {}],
  ['Event removed · Monza', 'eventRemoved', { event: { name: '', track: 11 } }],
  ['Event removed', 'eventRemoved', {}],
  [
    'Session of an event changed · Spa · Counts as: Race → Sprint',
    'sessionUpdated',
    {
      eventId: 'spa',
      sessions: [{ sessionId: 'gone', role: { before: 'race', after: 'sprint' } }],
    },
  ],
  [
    'Weekends linked · Spa, Sprint (round 2, 26 Jul 2026) · Spa',
    'weekendsLinked',
    {
      sessions: [
        { eventId: 'spa', links: [{ sessionId: 'sprint' }, { sessionId: 'gone' }] },
        { eventId: 'spa', links: [{ sessionId: 'gone' }] },
      ],
    },
  ],
  [
    'Sessions deleted by the users who recorded them · Spa, Sprint (round 2, 26 Jul 2026) · Spa',
    'sessionsLost',
    {
      sessions: [
        { sessionId: 'sprint', eventId: 'spa' },
        { sessionId: 'gone', eventId: 'spa' },
      ],
    },
  ],
  [
    'Results stay as they were: the users they came from changed the sessions · Spa',
    'sessionsLost',
    { sessions: [{ sessionId: 'gone', eventId: 'spa' }], isReplaced: true },
  ],
  [
    'Result corrected · Spa, Sprint (round 2, 26 Jul 2026)',
    'sessionCorrected',
    { eventId: 'spa', sessionId: 'sprint' },
  ],
  ['Names merged', 'merged', {}],
  ['Names split · Anni, Ann2', 'split', { split: ['Anni', 5, 'Ann2'], names: ['Bob'] }],
  [
    'Names marked as different drivers · Anni, Ann',
    'suggestionDismissed',
    { split: ['Bob'], names: ['Anni', 'Ann'] },
  ],
  [
    'Decision of a case published · Decision 4 · Contact',
    'decisionPublished',
    { number: 4, reason: 'Contact' },
  ],
  [
    'Suspended penalty activated · Ann · Decision 4',
    'penaltyActivated',
    { number: 4, driver: 'Ann', place: 0 },
  ],
  ['Grid penalty confirmed as served · Ann', 'penaltyServed', { number: null, driver: 'Ann' }],
  ['Decision revoked · Appeal won', 'decisionRevoked', { number: null, reason: 'Appeal won' }],
  [
    'Stewards’ decision · Time penalty · NORRIS · Spa, Sprint (round 2, 26 Jul 2026) · +5 s · Cut',
    'adjusted',
    { kind: 'timePenalty', seconds: 5, name: 'NORRIS', sessionId: 'sprint', reason: 'Cut' },
  ],
  [
    'Stewards’ decision · Loss of positions · NORRIS · −3 positions',
    'adjusted',
    { kind: 'positions', places: 3, name: 'NORRIS' },
  ],
  [
    'Stewards’ decision · Points of a driver · NORRIS · −2 points',
    'adjusted',
    { kind: 'points', points: -2, name: 'NORRIS' },
  ],
  [
    'Stewards’ decision · Disqualification · NORRIS',
    'adjusted',
    { kind: 'disqualification', name: 'NORRIS' },
  ],
  [
    'Stewards’ decision · ofLater · NORRIS',
    'adjusted',
    { kind: 'ofLater', seconds: 5, name: 'NORRIS' },
  ],
  [
    'Roster changed · Red',
    'rosterUpdated',
    { teams: [{ before: { name: 'Red' }, after: { name: 'Red' } }] },
  ],
  ['Picture of a team set · Red', 'teamPictureSet', { team: 'Red' }],
  ['Picture of a team removed · Red', 'teamPictureRemoved', { team: 'Red' }],
  [
    'Attendance entered · Ann · Spa · maybe → does not take part',
    'attendanceAnswered',
    { driver: 'Ann', eventId: 'spa', before: 'tentative', after: 'declined' },
  ],
  ['Driver not confirmed · Ann', 'claimRefused', { driver: 'Ann' }],
  ['Results published · Provisional', 'published', { publication: null, status: 'provisional' }],
  ['Results published · Version 2 · ofLater', 'published', { publication: 2, status: 'ofLater' }],
  ['Picture set · Banner', 'pictureSet', { kind: 'banner' }],
  ['Picture removed · Logo', 'pictureRemoved', { kind: 'logo' }],
  ['Invited · Ute · Owner', 'memberInvited', { name: 'Ute', role: 'owner' }],
  ['Invitation link created · Ute · Admin', 'linkCreated', { name: 'Ute', role: 'admin' }],
  [
    'Invitation link revoked · Ute · Result editor',
    'linkRevoked',
    { name: 'Ute', role: 'resultEditor' },
  ],
  ['Joined · Ute', 'memberJoined', { name: 'Ute', role: 'ofLater' }],
  ['Member removed · Ute · Steward', 'memberRemoved', { name: 'Ute', role: 'steward' }],
  [
    'Role changed · Ute · Steward → Admin',
    'memberRoleChanged',
    { name: 'Ute', before: 'steward', after: 'admin' },
  ],
  ['Season added · Season 4', 'seasonAdded', { name: 'Season 4', role: 'steward' }],
  ['Undone', 'undone', { undone: 4, did: 5 }],
  ['ofLater', 'ofLater', { name: 5 }],
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

const newTeams = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ before: null, after: { name: `T${at + 1}` } }))

const rosterWords = (count: number) =>
  changeMessage(change('rosterUpdated', { teams: newTeams(count) }), en)

test('of more than eight facts the first eight are listed', () => {
  const eight = 'Roster changed · + T1 · + T2 · + T3 · + T4 · + T5 · + T6 · + T7 · + T8'
  assert.equal(rosterWords(8), eight)
  assert.equal(rosterWords(9), `${eight} · …`)
})

test('an undone change is looked for by its version and its kind', () => {
  const changes = [
    change('updated', { isPublic: { before: true, after: false } }, 3),
    change('eventUpdated', { eventId: 'spa' }, 4),
    change('updated', { isPublic: { before: false, after: true } }, 4),
  ]
  const undone = change('undone', { undone: 4, did: 'updated' }, 5)
  assert.equal(changeMessage(undone, en, { changes }), 'Undone · Changed · Public: no → yes')
  const event = change('undone', { undone: 4, did: 'eventUpdated' }, 5)
  assert.equal(changeMessage(event, en, { changes, nameOf }), 'Undone · Event changed · Spa')
  assert.equal(changeMessage(event, en, { changes }), 'Undone · Event changed')
})

test('without names of events and sessions a change names what it holds', () => {
  const details = { eventId: 'spa', sessionId: 'sprint', role: 'race' }
  assert.equal(changeMessage(change('sessionRemoved', details), en), 'Session removed · Race')
  const asked: string[] = []
  const note = (id: string) => {
    asked.push(id)
    return null
  }
  changeMessage(change('sessionRemoved', { eventId: 5, role: 'race' }), en, { nameOf: note })
  assert.deepEqual(asked, [], 'what is not an id has no name')
})
