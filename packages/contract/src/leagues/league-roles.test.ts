import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assigningAction, isAllowed, type LeagueAction, type LeagueRole } from './league-roles.ts'

const ROLES: readonly LeagueRole[] = ['owner', 'admin', 'resultEditor', 'steward']
const ALLOWED: Readonly<Record<LeagueAction, string>> = {
  viewTeam: 'owner admin resultEditor steward',
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
    assert.deepEqual(ROLES.map(assigningAction), [
      'transferLeague',
      'manageAdmins',
      'manageMembers',
      'manageMembers',
    ])
  })
})
