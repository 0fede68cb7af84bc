import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { leagues } from '@pitboard/contract/leagues/league'
import { leagueMembers, type LeagueTeam } from '@pitboard/contract/leagues/league-members'
import { type Membership, memberships } from '@pitboard/contract/leagues/memberships'
import type { MemberRole } from '@pitboard/contract/leagues/league-roles'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const OTHER = { id: '01900000-0000-7000-8000-0000000000bb', username: 'Giancarlo' }
const LEAGUE = aLeague({ name: 'Sunday Cup', ownerId: MARISOL.id, ownerName: 'Marisol' })
const [LINK_REVOKED, REVOKED] = [
  '01900000-0000-7000-8000-0000000000d1',
  '01900000-0000-7000-8000-0000000000d2',
]
const AT = '2026-03-01T12:00:00.000Z'
const LATER = '2199-03-01T12:00:00.000Z'
const CODE = 'c'.repeat(43)
const EDITOR = `/dashboard/leagues/${LEAGUE.id}/edit`
const SPRING = aSeason({ name: 'Spring', ownerId: MARISOL.id, leagueIds: [LEAGUE.id] })
const TEAM: LeagueTeam = {
  owner: { userId: MARISOL.id, username: 'Marisol' },
  members: [
    { userId: OTHER.id, username: OTHER.username, role: 'admin', seasonIds: null, since: AT },
    {
      userId: '01900000-0000-7000-8000-0000000000cc',
      username: 'Ute',
      role: 'steward',
      seasonIds: null,
      since: AT,
    },
  ],
  invitations: [
    {
      id: '01900000-0000-7000-8000-0000000000dd',
      userId: LEAGUE.id,
      username: 'Noor',
      role: 'resultEditor',
      seasonIds: [LEAGUE.id, MARISOL.id],
      invitedByName: 'Marisol',
      createdAt: AT,
      expiresAt: LATER,
    },
  ],
  links: [
    {
      role: 'steward',
      seasonIds: null,
      usesLeft: 4,
      invitedByName: 'Marisol',
      createdAt: AT,
      expiresAt: LATER,
    },
  ],
}

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const look = openLook('members', [390, 1440])

test('members of a league', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('the owner invites, changes roles, creates a link and offers the league', (t) =>
    manageMembers(t, world),
  )
  await onlyInLongRun(() =>
    t.test('a steward sees who runs the league and what was done, and may leave it', (t) =>
      showSteward(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a season has the parts that the role allows', (t) => editAsMember(t, world)),
  )
  await onlyInLongRun(() =>
    t.test('the dashboard has open invitations, which are accepted or declined', (t) =>
      answerInvitation(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a link says who invites to what; only a click joins, and an old link says so', (t) =>
      openLink(t, world),
    ),
  )
})

/** Serves the league to Marisol with a role; with null she owns it. */
function serve(site: StubSite, role: MemberRole | null): void {
  const ownerId = role === null ? MARISOL.id : OTHER.id
  const owned = { ...LEAGUE, ownerId, ownerName: role === null ? 'Marisol' : OTHER.username }
  const membership: Membership | null = role && {
    leagueId: LEAGUE.id,
    leagueName: LEAGUE.name,
    ownerId,
    ownerName: OTHER.username,
    role,
    seasonIds: null,
    since: AT,
  }
  site.answer(leagues.get, () => owned)
  site.answer(memberships.list, () => (membership ? [membership] : []))
  site.answer(leagueMembers.ownInvitations, () => [])
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(seasons.ofLeague, () => [])
  site.answer(leagues.history, () => [
    {
      id: LEAGUE.id,
      version: 3,
      at: AT,
      authorId: OTHER.id,
      authorName: OTHER.username,
      action: 'memberRoleChanged',
      details: { userId: OTHER.id, name: 'Ute', before: 'resultEditor', after: 'steward' },
    },
    {
      id: LINK_REVOKED,
      version: 2,
      at: AT,
      authorId: OTHER.id,
      authorName: OTHER.username,
      action: 'linkRevoked',
      details: { role: 'steward' },
    },
    {
      id: REVOKED,
      version: 1,
      at: AT,
      authorId: OTHER.id,
      authorName: OTHER.username,
      action: 'invitationRevoked',
      details: { userId: OTHER.id, name: 'Noor', role: 'admin' },
    },
  ])
}

async function open(t: TestContext, { site, browser }: World, path: string): Promise<Page> {
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(site.url + path)
  return page
}

async function manageMembers(t: TestContext, world: World) {
  const { site } = world
  serve(site, null)
  site.answer(leagueMembers.team, () => TEAM)
  site.answer(seasons.ofLeague, () => [SPRING])
  site.answer(leagueMembers.invite, () => TEAM)
  site.answer(leagueMembers.changeRole, () => TEAM)
  site.answer(leagueMembers.createLink, () => ({ code: CODE, team: TEAM }))
  const page = await open(t, world, EDITOR)
  const part = page.getByRole('region', { name: 'Members' })
  await part.getByRole('link', { name: 'Giancarlo' }).waitFor()
  await page.getByText('Role changed · Ute · Result editor → Steward').waitFor()
  await page.getByRole('button', { name: 'Undo: Invitation revoked · Noor · Admin' }).waitFor()
  await page.getByText('Invitation link revoked · Steward').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Undo: Invitation link/ }).count(), 0)
  await look(page, 'owner')

  const bodyOf = (method: string) => site.calls.findLast((call) => call.method === method)?.body
  await part.getByRole('textbox', { name: 'Username' }).fill('Noor')
  await part.getByRole('button', { name: 'Invite', exact: true }).click()
  await comesToBe(async () => bodyOf('POST'), { username: 'Noor', role: 'steward' })
  await part.getByRole('combobox', { name: 'Role of Ute' }).selectOption({ label: 'Admin' })
  await comesToBe(async () => bodyOf('PATCH'), { role: 'admin', seasonIds: null })
  await part.getByText('Result editor in 2 seasons').waitFor()
  await part.getByRole('button', { name: 'Seasons of Ute' }).click()
  const limit = page.getByRole('dialog')
  await limit.getByRole('switch', { name: 'Only in certain seasons' }).click()
  assert.ok(await limit.getByRole('button', { name: 'Save' }).isDisabled())
  await limit.getByRole('checkbox', { name: 'Spring' }).click()
  await look(page, 'seasons-of-a-role')
  await limit.getByRole('button', { name: 'Save' }).click()
  await comesToBe(async () => bodyOf('PATCH'), { role: 'steward', seasonIds: [SPRING.id] })
  await part.getByRole('button', { name: 'Create a link' }).click()
  await part.getByText(`${site.url}/leagues/invitations/${CODE}`).waitFor()
  assert.deepEqual(bodyOf('PUT'), { days: 7, uses: 5 })
  await part.getByRole('combobox', { name: 'New owner' }).selectOption({ label: 'Giancarlo' })
  await part.getByRole('button', { name: 'Offer the league' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Offer the league' }).click()
  await comesToBe(async () => bodyOf('POST'), { username: 'Giancarlo', role: 'owner' })

  site.answer(leagueMembers.invite, () => {
    throw new Refusal(404)
  })
  await part.getByRole('textbox', { name: 'Username' }).fill('Nobody')
  await part.getByRole('button', { name: 'Invite', exact: true }).click()
  await part.getByText('There is no user with this name.').waitFor()
}

async function showSteward(t: TestContext, world: World) {
  const { site } = world
  serve(site, 'steward')
  const role = 'steward' as const
  const members = [{ userId: MARISOL.id, username: 'Marisol', role, seasonIds: null, since: AT }]
  const owner = { userId: OTHER.id, username: OTHER.username }
  site.answer(leagueMembers.team, () => ({ owner, members, invitations: [], links: [] }))
  site.answer(leagueMembers.removeMember, () => null)
  const page = await open(t, world, `/leagues/${LEAGUE.id}`)
  await page.getByRole('link', { name: 'Edit the league' }).click()
  await page.getByRole('region', { name: 'Members' }).getByText('Giancarlo').waitFor()
  await page.getByText('Role changed · Ute').waitFor()
  await look(page, 'steward')
  for (const name of ['Save', 'Invite', 'Undo', 'Delete league']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  }
  await page.getByRole('button', { name: 'Leave the league' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the league' }).click()
  await page.waitForURL(`${site.url}/dashboard/leagues`)
}

async function editAsMember(t: TestContext, world: World) {
  const { site } = world
  const tabs: Readonly<Record<MemberRole, string[]>> = {
    admin: [
      'Events',
      'Points',
      'Roster',
      'Sign-up',
      'Names',
      'Stewards',
      'Results',
      'History',
      'Settings',
    ],
    resultEditor: ['Events', 'Names', 'Results', 'History'],
    steward: ['Stewards', 'History'],
  }
  for (const role of ['admin', 'resultEditor', 'steward'] as const) {
    serve(site, role)
    const season = aSeason({ ownerId: OTHER.id, leagueIds: [LEAGUE.id] })
    site.answer(seasons.get, () => season)
    const page = await open(t, world, `/dashboard/seasons/${season.id}/edit`)
    const shown = page.getByRole('tab')
    await comesToBe(async () => shown.allTextContents(), tabs[role])
  }
}

async function answerInvitation(t: TestContext, world: World) {
  const { site } = world
  serve(site, null)
  let waiting = ['Sunday Cup', 'Monday Cup']
  site.answer(leagueMembers.ownInvitations, () =>
    waiting.map((leagueName) => ({
      id: `of ${leagueName}`,
      leagueId: LEAGUE.id,
      leagueName,
      role: leagueName === 'Sunday Cup' ? ('owner' as const) : ('steward' as const),
      seasonIds: null,
      invitedByName: 'Giancarlo',
      createdAt: AT,
      expiresAt: LATER,
    })),
  )
  for (const endpoint of [leagueMembers.acceptInvitation, leagueMembers.declineInvitation]) {
    site.answerPath(endpoint.method, endpoint.path, ({ params }) => {
      waiting = waiting.filter(
        (name) => `of ${name}` !== decodeURIComponent(params['invitationId'] ?? ''),
      )
      return { leagueId: LEAGUE.id, leagueName: LEAGUE.name }
    })
  }
  const page = await open(t, world, '/dashboard')
  const part = page.getByRole('region', { name: 'Invitations' })
  await part.getByText('Giancarlo invites you as Steward').waitFor()
  await part.getByText('Giancarlo offers you the league').waitFor()
  await look(page, 'dashboard')
  await part.getByRole('button', { name: 'Accept: Sunday Cup' }).click()
  await page.getByText('Welcome to Sunday Cup.').waitFor()
  await part.getByRole('button', { name: 'Decline: Monday Cup' }).click()
  await part.waitFor({ state: 'detached' })
}

async function openLink(t: TestContext, world: World) {
  const { site } = world
  serve(site, 'steward')
  const visitor = await openPage(t, world.browser)
  await visitor.goto(`${site.url}/leagues/invitations/${CODE}`)
  await visitor.getByText('Sign in to see the invitation').waitFor()
  const signInLink = visitor.getByRole('main').getByRole('link', { name: 'Sign in' })
  const href = await signInLink.getAttribute('href')
  assert.ok(decodeURIComponent(href ?? '').includes(`/leagues/invitations/${CODE}`), href ?? '')

  site.answer(leagueMembers.readLink, () => ({
    leagueId: LEAGUE.id,
    leagueName: LEAGUE.name,
    role: 'steward' as const,
    seasonIds: null,
    isMember: false,
    invitedByName: 'Giancarlo',
    createdAt: AT,
    expiresAt: LATER,
  }))
  site.answer(leagueMembers.acceptLink, () => ({ leagueId: LEAGUE.id, leagueName: LEAGUE.name }))
  const page = await open(t, world, `/leagues/invitations/${CODE}`)
  await page.getByText('Giancarlo invites you to the league Sunday Cup.').waitFor()
  await look(page, 'link')
  const joins = () => site.calls.filter(({ path }) => path.endsWith('/accept')).length
  assert.equal(joins(), 0)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL(`${site.url}/leagues/${LEAGUE.id}`)
  assert.equal(joins(), 1)

  site.answer(leagueMembers.readLink, () => {
    throw new Refusal(404)
  })
  const late = await open(t, world, `/leagues/invitations/${CODE}`)
  await late.getByText('This invitation link is no longer valid.').waitFor()
  await look(late, 'link-invalid')
}
