import type { Config } from '@pitboard/server/platform/config/config'
import { findFreePort } from '@pitboard/server/platform/http/free-port'
import { type Finding, good, warn } from './finding.ts'

const ANSWER_MS = 3_000
const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Returns whether a Pitboard answers on the port of the site. */
export async function isServing({ host, port }: Pick<Config, 'host' | 'port'>): Promise<boolean> {
  const name = EVERY_ADDRESS.has(host) ? '127.0.0.1' : host
  const address = name.includes(':') ? `[${name}]` : name
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(`http://${address}:${port}/api/Site`, { signal })
    return answer.headers.has('x-api-version')
  } catch {
    return false
  }
}

/** Examines the ports of a server that does not run: they have to be free. */
export async function examinePorts(config: Config): Promise<Finding[]> {
  const { host, port, ingestTcpPort, ingestUdpPorts } = config
  const wanted = [
    ['PORT', 'tcp', port],
    ['INGEST_TCP_PORT', 'tcp', ingestTcpPort],
    ['INGEST_UDP_PORTS', 'udp', ingestUdpPorts.first],
  ] as const
  const findings: Finding[] = []
  for (const [variable, protocol, number] of wanted) {
    if (number === 0) continue
    const free = await findFreePort(protocol, host, number)
    if (free === number) findings.push(good('ports', `${protocol} ${number} is free`))
    else {
      const other = free === null ? 'another port' : `${free}`
      findings.push(
        warn(
          'ports',
          `${protocol} ${number} of ${host} cannot be had: another program has it, or it is not this machine's address`,
          `End that program, or set ${variable} to ${other}.`,
        ),
      )
    }
  }
  return findings
}
