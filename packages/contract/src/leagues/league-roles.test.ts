import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assigningAction,
  isAllowed,
  type LeagueAction,
  type LeagueRole,
  roleWithin,
} from './league-roles.ts'

const ROLES: readonly LeagueRole[] = ['owner', 'admin', 'resultEditor', 'steward', 'member']
const ALLOWED: Readonly<Record<LeagueAction, string>> = {
  viewTeam: 'owner admin resultEditor steward member',
  editLeague: 'owner admin',
  manageSeasons: 'owner admin',
  manageMembers: 'owner admin',
  manageAdmins: 'owner',
  editResults: 'owner admin resultEditor',
  editAdjustments: 'owner admin steward',
  undoChanges: 'owner admin',
  transferLeague: 'owner',
  deleteLeague: 'owner',
}
const ACTIONS = Object.keys(ALLOWED).filter(isAction)

function isAction(name: string): name is LeagueAction {
  return name in ALLOWED
}

/** Returns the roles in two seasons and in the league. */
function rolesOfAdmin(seasonIds: string[] | null) {
  return ['a', 'b', null].map((season) => roleWithin({ role: 'admin', seasonIds }, season))
}

describe('who may do what in a league', () => {
  for (const action of ACTIONS) {
    test(`${action}: ${ALLOWED[action]}`, () => {
      assert.equal(ROLES.filter((role) => isAllowed([role], action)).join(' '), ALLOWED[action])
    })
  }

  test('one of several roles is enough, and without a role nothing is allowed', () => {
    assert.equal(isAllowed(['resultEditor', 'steward'], 'editAdjustments'), true)
    assert.equal(isAllowed(['resultEditor', 'steward'], 'editLeague'), false)
    assert.ok(ACTIONS.every((action) => !isAllowed([], action)))
  })

  test('who gives a role needs the action for it', () => {
    const given = ['owner', 'admin', 'resultEditor', 'steward'] as const
    assert.deepEqual(given.map(assigningAction), [
      'transferLeague',
      'manageAdmins',
      'manageMembers',
      'manageMembers',
    ])
  })

  test('a role that is limited to seasons is that of a member elsewhere, also in the league itself', () => {
    assert.deepEqual(rolesOfAdmin(['a']), ['admin', 'member', 'member'])
    assert.deepEqual(rolesOfAdmin([]), ['member', 'member', 'member'])
    assert.deepEqual(rolesOfAdmin(null), ['admin', 'admin', 'admin'])
  })
})
