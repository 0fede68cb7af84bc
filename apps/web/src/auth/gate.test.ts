import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dashboardGate, returnPath } from './dashboard-gate.ts'
import type { AccountState } from './account.ts'

describe('after signing in', () => {
  test('a path of this site is kept with its search and hash', () => {
    assert.equal(
      returnPath('/dashboard/seasons/create?seasonName=A%2FB#top'),
      '/dashboard/seasons/create?seasonName=A%2FB#top',
    )
  })

  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    '/login?redirect=/login',
  ]) {
    test(`${JSON.stringify(elsewhere)} leads nowhere`, () => {
      assert.equal(returnPath(elsewhere), '')
    })
  }

  test('no string leads to another origin, also when its answer is asked again', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', 'a', '%2e', '%2f', '?', '#'),
        }),
        (tail) => {
          const path = returnPath(`/${tail}`)
          assert.equal(new URL(path, 'https://here.example').origin, 'https://here.example')
          assert.equal(returnPath(path), path)
        },
      ),
    )
  })
})

describe('the dashboard', () => {
  const path = '/dashboard/leagues'
  const named = {
    userId: '1',
    signInId: '2',
    email: 'max@example.org',
    accessToken: 'a.b.c',
    username: 'max',
    avatarUrl: null,
    provedAt: new Date(0),
  }
  const nameless: AccountState = { kind: 'signedIn', session: { ...named, username: '' } }

  test('sends a visitor who is not signed in to the login', () => {
    assert.equal(dashboardGate({ kind: 'signedOut' }, path), '/login')
  })

  test('sends a user who owes a second factor to the login', () => {
    const half: AccountState = { kind: 'secondFactor', userId: '1', factors: [] }
    assert.equal(dashboardGate(half, path), '/login')
    assert.equal(dashboardGate(half, '/dashboard/profileInit'), '/login')
  })

  test('sends a user without a name to choose one, except when he is there', () => {
    assert.equal(dashboardGate(nameless, path), '/dashboard/profileInit')
    assert.equal(dashboardGate(nameless, '/dashboard/profileInit'), null)
  })

  test('lets a user with a name pass', () => {
    assert.equal(dashboardGate({ kind: 'signedIn', session: named }, path), null)
  })
})
