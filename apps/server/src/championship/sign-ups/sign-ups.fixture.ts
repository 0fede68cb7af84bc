import assert from 'node:assert/strict'
import type { Roster } from '@pitboard/contract/roster/roster'
import type { SeasonSignUp, SignUp, SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import type { TestServer } from '../../testing/server.ts'

interface World {
  readonly server: TestServer
  /** Organises the seasons. */
  readonly owner: TestAccount
}

const FORM: SignUpForm = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [],
  questions: [],
  note: '',
}

/** Has the calls of tests of sign-ups; `path` is that of a season. */
export function createSignUps(world: () => World) {
  const call = createCall(() => world().server)

  async function openSignUp(form: Partial<SignUpForm> = {}): Promise<string> {
    const { id } = (
      await call('POST /api/Seasons', { as: world().owner, body: { name: 'Cup' } })
    ).json()
    const path = `/api/Seasons/${id}`
    await setForm(path, form)
    return path
  }

  async function setForm(path: string, form: Partial<SignUpForm>) {
    const answer = await call(`PUT ${path}/signUp/form`, {
      as: world().owner,
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
    const list: SignUp[] = (await call(`GET ${path}/signUps`, { as: world().owner })).json()
    const id = list.find((one) => one.name === name)?.id
    return call(`PATCH ${path}/signUps/${id}`, { as: world().owner, body: { status } })
  }

  return { openSignUp, setForm, signUp, statusOf, names, decide }
}
