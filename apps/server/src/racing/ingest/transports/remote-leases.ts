import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { Uuid } from '@pitboard/contract/wire/schema'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type FanOut, NoAnswer } from '../../../platform/fan-out/fan-out.ts'
import type { TokenHolder } from './lease-tokens.ts'

/** A console sends to this port; a host of null is the host that it registered at. */
export const LeasedPort = Type.Object({
  host: Type.Union([Type.String(), Type.Null()]),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
})
export type LeasedPort = Type.Static<typeof LeasedPort>

const Question = Type.Object({ userId: Uuid, keyId: Uuid, address: Type.String({ maxLength: 64 }) })
const Answer = Type.Object({ leased: Type.Union([LeasedPort, Type.Null()]) })

/** Requests a leased port from another server; null where every port is leased. Throws `NoAnswer`. */
export async function requestLease(
  fanOut: FanOut,
  nodeId: string,
  { userId, keyId }: TokenHolder,
  address: string,
): Promise<LeasedPort | null> {
  const question = JSON.stringify({ userId, keyId, address })
  const subject = subjectOf(nodeId)
  const answer: unknown = parseJson(await fanOut.request(subject, Buffer.from(question)))
  if (!Value.Check(Answer, answer)) throw new NoAnswer(subject)
  return answer.leased
}

/** Answers the requests of other servers. Returns the function that ends it. */
export function answerLeases(
  fanOut: FanOut,
  nodeId: string,
  lease: (holder: TokenHolder, address: string) => Promise<LeasedPort | null>,
): () => void {
  return fanOut.respond(subjectOf(nodeId), async (payload) => {
    const question: unknown = parseJson(payload)
    if (!Value.Check(Question, question) || isIP(question.address) === 0) {
      throw new Error('A request for a lease is malformed')
    }
    const { address, ...holder } = question
    return Buffer.from(JSON.stringify({ leased: await lease(holder, address) }))
  })
}

/** Returns the subject of a node. An id may have dots, which separate the parts of a subject. */
function subjectOf(nodeId: string): string {
  return `node.${createHash('sha256').update(nodeId).digest('hex').slice(0, 16)}.lease`
}

function parseJson(payload: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(payload))
}
