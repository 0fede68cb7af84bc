import assert from 'node:assert/strict'
import type { Roster } from '@pitboard/contract/roster/roster'
import type { SeasonSignUp, SignUp, SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'

const FORM: SignUpForm = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [],
  questions: [],
  note: '',
}

/** Opens a server with an organiser and three drivers, and has the calls of sign-ups; `path` is that of a season. */
export async function openSignUps() {
  const organiser = await openOrganiser()
  const { server, owner, call } = organiser
  const ann = await openAccount(server.context, { username: 'Ann Racer' })
  const bob = await openAccount(server.context, { username: 'Bob Racer' })
  const cleo = await openAccount(server.context, { username: 'Cleo Racer' })

  async function openSignUp(form: Partial<SignUpForm> = {}): Promise<string> {
    const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
    const path = `/api/Seasons/${id}`
    await setForm(path, form)
    return path
  }

  async function setForm(path: string, form: Partial<SignUpForm>) {
    const answer = await call(`PUT ${path}/signUp/form`, {
      as: owner,
      body: { ...FORM, ...form },
    })
    assert.equal(answer.statusCode, 200, answer.body)
  }

  const signUp = (path: string, as: TestAccount, name: string, more = {}) =>
    call(`PUT ${path}/signUp`, {
      as,
      body: { name, tier: '', platformId: null, answers: [], ...more },
    })

  async function statusOf(path: string, as: TestAccount) {
    const answer: SeasonSignUp = (await call(`GET ${path}/signUp`, { as })).json()
    return answer.own?.status
  }

  async function names(path: string) {
    const { drivers }: Roster = (await call(`GET ${path}/roster`)).json()
    return drivers.map(({ name }) => name)
  }

  async function decide(path: string, name: string, status: string) {
    const list: SignUp[] = (await call(`GET ${path}/signUps`, { as: owner })).json()
    const id = list.find((one) => one.name === name)?.id
    return call(`PATCH ${path}/signUps/${id}`, { as: owner, body: { status } })
  }

  return {
    ...organiser,
    ann,
    bob,
    cleo,
    openSignUp,
    setForm,
    signUp,
    statusOf,
    names,
    decide,
  }
}
