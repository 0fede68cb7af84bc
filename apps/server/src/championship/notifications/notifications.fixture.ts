import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { untilPasses } from '@pitboard/contract/testing/patience'
import { ANNOUNCEMENT_TYPES } from '@pitboard/contract/leagues/announcement'
import { sql } from 'kysely'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import type { TestServer } from '../../testing/server.ts'
import { openSession } from '../../racing/sessions/store/session-queries.ts'
import { sessionColumns } from '../../testing/session-row.ts'
import { announceUpcomingEvents } from '../announcements/upcoming-events.ts'
import { remind } from '../attendance/reminders.ts'
import { closeVotes } from '../driver-votes/close-votes.fixture.ts'
import { countVotes } from '../driver-votes/count-votes.ts'
import { recordRace } from '../seasons/races.fixture.ts'

let users = 0
export function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

const uniqueName = (name: string) => `${name}${++users}`

/** Opens a league with a season in which a race has been driven, and what its users do. */
export async function openLeague(server: TestServer, { isPublic = true } = {}) {
  const { context } = server
  const call = createCall(() => server)
  const owner = await openAccount(context, { username: uniqueName('Organiser') })

  async function send(what: string, body?: object, as = owner) {
    const answer = await call(what, { as, ...(body && { body }) })
    assert.ok(answer.statusCode < 300, `${what}: ${answer.body}`)
    return answer.body === '' ? null : answer.json()
  }

  const league = await send('POST /api/League', { name: 'Sunday League', isPublic })
  const season = await send('POST /api/Seasons', { name: 'Spring', leagueId: league.id })
  const event = await send(`POST /api/Seasons/${season.id}/events`, { track: 7 })
  async function link(sessionId: string): Promise<void> {
    await send(`PATCH /api/Seasons/${season.id}/events/${event.id}/sessions`, {
      sessionIds: [sessionId],
    })
  }

  async function driveRace(): Promise<void> {
    const startedAt = hoursFromNow(-1)
    await link(await recordRace(server, owner.userId, { names: ['Ann', 'Bob'], startedAt }))
  }

  await driveRace()

  async function startIn(hours: number | null): Promise<void> {
    const startsAt = hours === null ? null : hoursFromNow(hours)
    await send(`PATCH /api/Seasons/${season.id}/events/${event.id}`, { startsAt })
  }

  async function claim(user: TestAccount, name: string): Promise<void> {
    const path = `/api/Seasons/${season.id}/claims`
    const made = await send(`POST ${path}`, { name }, user)
    await send(`PATCH ${path}/${made.id}`, { status: 'approved' })
  }

  return {
    call,
    send,
    owner,
    seasonId: String(season.id),
    leagueId: String(league.id),
    eventId: String(event.id),
    /** Creates a user with a confirmed address. */
    async openUser(username: string, language: 'en' | 'de' = 'en') {
      const name = uniqueName(username)
      const user = await openAccount(context, { username: name })
      await sql`update auth.users set email_confirmed_at = now(),
        user_metadata = ${JSON.stringify({ language })} where id = ${user.userId}`.execute(
        context.db,
      )
      return { ...user, username: name }
    },
    /** Adds a receiver of everything that is announced, which never answers. */
    async addReceiver(): Promise<void> {
      const types = [...ANNOUNCEMENT_TYPES]
      const body = { kind: 'generic', name: 'Bot', url: 'http://127.0.0.1:1', types }
      await send(`POST /api/League/${league.id}/webhooks`, body)
    },
    async announcedTypes(): Promise<string[]> {
      const rows = await context.db
        .selectFrom('webhook_delivery')
        .select('type')
        .distinct()
        .where('season_id', '=', season.id)
        .execute()
      return rows.map(({ type }) => type).toSorted()
    },
    claim,
    driveRace,
    /** Starts a race of the event that is still being driven. */
    async driveLive(): Promise<void> {
      const id = randomUUID()
      const columns = sessionColumns(owner.userId, { game_session_id: id, ended_at: null })
      await openSession(context.db, id, columns)
      await link(id)
    },
    /** The user votes for a driver of a new race, and the vote is counted. */
    async holdVote(user: TestAccount): Promise<void> {
      const driverVote = { hours: 1, voters: 'everyone' }
      await send('PATCH /api/Seasons', { id: season.id, driverVote })
      await driveRace()
      const path = `/api/Seasons/${season.id}/driverVotes`
      const [vote] = await send(`GET ${path}`)
      await send(`PUT ${path}/${vote.sessionId}`, { driverIdx: 1 }, user)
      await closeVotes(context.db, season.id)
      await countVotes(context)
    },
    startIn,
    async announceStart(): Promise<void> {
      await startIn(20)
      await announceUpcomingEvents(context.db)
    },
    async openSignUp(closesAt: string | null): Promise<void> {
      await send(`PUT /api/Seasons/${season.id}/signUp/form`, {
        opensAt: null,
        closesAt,
        needsApproval: false,
        capacity: null,
        tiers: [],
        questions: [],
        note: '',
      })
    },
    /** The user drives as Ann, and has sixteen hours to answer whether they drive in the event. */
    async awaitAnswer(user: TestAccount): Promise<void> {
      const driver = {
        id: randomUUID(),
        name: 'Ann',
        carNumber: null,
        teamId: null,
        platformId: null,
        fromEventId: null,
        toEventId: null,
        isReserve: false,
        tier: '',
      }
      const path = `/api/Seasons/${season.id}`
      await send(`PUT ${path}/roster`, { teams: [], drivers: [driver] })
      await claim(user, 'Ann')
      await send(`PUT ${path}/attendance`, { deadlineHours: 24 })
      await startIn(40)
      await remind(context)
    },
    async adjust(name: string, reason: string): Promise<void> {
      const body = { kind: 'points', name, points: -3, reason }
      await send(`POST /api/Seasons/${season.id}/adjustments`, body)
    },
    async publish(status: 'official' | 'provisional' = 'official'): Promise<void> {
      await send(`POST /api/Seasons/${season.id}/publications`, { status })
    },
    /** Returns the user's notifications, the oldest first, once everything that has happened is dispatched. */
    async notificationsOf({ userId }: TestAccount) {
      await untilPasses(async () => {
        const { rows } = await sql`select from notification_event
            where dispatched_at is null and (season_id = ${season.id} or league_id = ${league.id})`.execute(
          context.db,
        )
        assert.equal(rows.length, 0)
      })
      return context.db
        .selectFrom('notification')
        .innerJoin('notification_event', 'notification_event.id', 'event_id')
        .select([
          'notification.id',
          'kind',
          'notification.state',
          'device_id',
          'mail_id',
          'ended_at',
        ])
        .select('notification.due_at')
        .where('notification.user_id', '=', userId)
        .orderBy('notification.created_at')
        .orderBy('notification.id')
        .execute()
    },
    /** Ends the time in which the user's notifications are collected. */
    async endWaits({ userId }: TestAccount): Promise<void> {
      await sql`update notification set due_at = now()
        where user_id = ${userId} and ended_at is null`.execute(context.db)
    },
  }
}
