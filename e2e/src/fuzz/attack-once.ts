import { createRandom, type Random } from '@pitboard/sim/setup/random'
import type { Actor, Console, Site, Victim } from './actors.ts'
import type { Findings } from './findings.ts'
import { floodIngest, floodRealtime, floodRequests } from './floods.ts'
import { createHostileValues } from './hostile-values.ts'
import { composeRequest, sendRequest } from './http-attack.ts'
import type { Operation } from './operations.ts'
import {
  attackAsRecorder,
  attackHttpBytes,
  attackIngestTcp,
  attackIngestUdp,
  attackWebSocket,
  type Attack,
} from './socket-attack.ts'

export interface Target {
  readonly site: Site
  readonly operations: readonly Operation[]
  readonly schemaNamed: (reference: string) => unknown
  /** An actor that has deleted or locked out itself is replaced. */
  readonly actors: Actor[]
  readonly victim: Victim
  readonly ingestTcpPort: number
  /** The user may send telemetry, and registering answered this. */
  readonly console: Console
  /** Datagrams of a race are there to be damaged. */
  readonly race: readonly Uint8Array[]
}

const FLOOD_EVERY = 500

/** Does one step of the attack: nearly always a request; now and then something below or beside HTTP. */
export async function attackOnce(
  target: Target,
  seed: number,
  n: number,
  findings: Findings,
): Promise<void> {
  const random = createRandom(seed)
  const actor = random.pick(target.actors)
  const values = createHostileValues(random, () => actor.ids, target.schemaNamed)
  const attack: Attack = { site: target.site, actor, values, random }
  if (n % FLOOD_EVERY === FLOOD_EVERY - 1) return flood(target, attack, n, findings)
  const kind = random.next()
  if (kind < 0.04) return attackWebSocket(attack)
  if (kind < 0.055) return attackIngestTcp(attack, target.ingestTcpPort)
  if (kind < 0.06) return attackAsRecorder(attack, target.console.tcp, target.race)
  if (kind < 0.07) return attackIngestUdp(attack, target.console.udpPort, target.race)
  if (kind < 0.08) return attackHttpBytes(attack)
  const operation = pickOperation(target.operations, random)
  const sent = composeRequest(target.site, operation, actor, values, random)
  const judge = findings.expect(sent, n, secretsFrom(target, actor))
  judge(await sendRequest(target.site.url, sent))
}

/** Calls that end an account are rare, or there would be nobody left to attack with. */
function pickOperation(operations: readonly Operation[], random: Random): Operation {
  const operation = random.pick(operations)
  const endsAccount = /DELETE \/api\/Account$|logout|DELETE .*admin\/users/.test(
    `${operation.method} ${operation.path}`,
  )
  return endsAccount && random.next() < 0.98 ? pickOperation(operations, random) : operation
}

function secretsFrom({ actors, victim }: Target, reader: Actor): string[] {
  if (reader.name === 'operator') return []
  const others = actors.filter((actor) => actor !== reader).flatMap(({ secrets }) => secrets)
  return [...others, ...victim.secrets]
}

async function flood(target: Target, attack: Attack, n: number, findings: Findings): Promise<void> {
  const kind = attack.random.integer(0, 2)
  if (kind === 1) return floodRealtime(attack)
  if (kind === 2) return floodIngest(target.ingestTcpPort)
  const secrets = secretsFrom(target, attack.actor)
  await floodRequests(attack, (sent) => findings.expect(sent, n, secrets))
}
