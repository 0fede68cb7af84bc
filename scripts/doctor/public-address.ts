import { once } from 'node:events'
import { connect } from 'node:tls'
import { INGEST_WEB_SOCKET_PATH } from '@pitboard/contract/ingest/ingest-address'
import { site } from '@pitboard/contract/site/site'
import { createClient } from '@pitboard/contract/wire/client'
import { type Config, VERSION } from '@pitboard/server/platform/config/config'
import { WebSocket } from 'ws'
import { judgeLifetime } from './certificate-lifetime.ts'
import { explainFailure } from './failures-of-addresses.ts'
import { advise, type Finding, good, reasonOf, warn } from './finding.ts'

const SUBJECT = 'public address'
const ANSWER_MS = 10_000
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Examines the address by which users, recorders and pages reach the server. */
export async function examinePublicAddress(config: Config, isRunning: boolean): Promise<Finding[]> {
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const url = new URL(publicUrl)
  const findings = [...examineScheme(url, config)]
  if (!isRunning) {
    findings.push(
      advise(SUBJECT, `${publicUrl} was not tried`, 'Start the server, and run the doctor again.'),
    )
    return findings
  }
  const wrong = await examineAnswer(publicUrl)
  if (wrong !== null) return [...findings, wrong]
  findings.push(good(SUBJECT, `${publicUrl} leads to this server`))
  findings.push(await examineWebSocket(publicUrl))
  if (url.protocol === 'https:') findings.push(await examineCertificate(url))
  return findings
}

function* examineScheme(url: URL, { trustProxy }: Config): Iterable<Finding> {
  if (LOCAL.test(url.hostname)) {
    yield advise(
      SUBJECT,
      `${url.origin} is for this machine alone`,
      'Set PUBLIC_URL to the address that users open, such as https://pitboard.example.',
    )
  } else if (url.protocol === 'http:') {
    yield advise(
      SUBJECT,
      `${url.origin} is not encrypted: passwords can be read on the way, and browsers refuse passkeys and notifications`,
      'Let a proxy with TLS stand before the server: "TLS by a proxy" in docs/operations.md.',
    )
  }
  if (url.protocol === 'https:' && trustProxy === 0) {
    yield warn(
      'proxy',
      'a proxy ends TLS before the server, which takes all users for one address: they share its limits',
      'Set TRUST_PROXY to the number of proxies, such as 1.',
    )
  }
}

/** Returns null where this server answers. */
async function examineAnswer(publicUrl: string): Promise<Finding | null> {
  try {
    const call = createClient({ baseUrl: publicUrl })
    const { version } = await call(site.get, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (version === VERSION) return null
    return warn(
      SUBJECT,
      `${publicUrl} leads to a Pitboard of version ${version}, and this is ${VERSION}`,
      'Restart the server after an update, and look where the proxy leads to.',
    )
  } catch (error) {
    const reason = reasonOf(error)
    const [text, remedy] = explainFailure(reason)
    return warn(SUBJECT, `${publicUrl}: ${text}`, remedy)
  }
}

async function examineWebSocket(publicUrl: string): Promise<Finding> {
  const ws = new WebSocket(publicUrl.replace(/^http/, 'ws') + INGEST_WEB_SOCKET_PATH, {
    handshakeTimeout: ANSWER_MS,
  })
  try {
    await once(ws, 'open')
    return good('WebSockets', 'pass to the server')
  } catch (error) {
    return warn(
      'WebSockets',
      `do not pass to the server (${reasonOf(error)}): no live page and no recorder works`,
      'Let the proxy pass upgrades: Caddy does; nginx needs proxy_http_version 1.1 and the headers Upgrade and Connection.',
    )
  } finally {
    ws.on('error', () => {})
    ws.terminate()
  }
}

async function examineCertificate({ hostname, port }: URL): Promise<Finding> {
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname })
  socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
    return judgeLifetime({ fromMs: Date.parse(from), toMs: Date.parse(to), nowMs: Date.now() })
  } catch (error) {
    return warn('TLS', `the certificate was not seen (${reasonOf(error)})`, 'Try it again.')
  } finally {
    socket.destroy()
  }
}
