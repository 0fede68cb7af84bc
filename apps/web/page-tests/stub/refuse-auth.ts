import { Refusal } from './stub-site.ts'

/** Answers a call as the sign-in service refuses it, with a code that the web app has words for. */
export function refuseAuth(code: string, fields: object = {}): never {
  const problem = { title: code, code, error_code: code, msg: code, ...fields }
  throw new Refusal(422, problem)
}
