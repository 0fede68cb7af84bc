import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type { Duplex } from 'node:stream'
import { join } from 'node:path'
import {
  createFrameReader,
  encodeFrame,
  encodeJsonFrame,
  FrameError,
  type Frame,
  readJsonPayload,
} from '@pitboard/contract/ingest/ingest-frames'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ServerNode } from '../../../context.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { StreamOwner } from '../../ownership/ownership.ts'
import { addCount, countOf } from '../../../platform/turns/counts.ts'

/**
 * Servers send these frames before the recorder's own (docs/ingest-protocol.md): the server that has the
 * connection names the owner, gets a challenge, and proves that it has the secret.
 */
export const ProxyFrame = { Start: 240, Challenge: 241, Proof: 242 } as const

const Start = Type.Object({ nodeId: Type.String({ maxLength: 200 }) })
const Proof = Type.Object({
  address: Type.String({ maxLength: 64 }),
  signature: Type.String({ maxLength: 64 }),
})

const CHALLENGE_BYTES = 32
const OPEN_WITHIN_MS = 3_000
/** A recorder that reconnects may still have a connection that is being opened. */
const OPENING_PER_USER_MAX = 4

/** Leads recorders from the server that they have reached to the owner of their stream. */
export interface RecorderProxy {
  /**
   * Opens a connection to the owner, which treats it like the recorder's; returns null where the owner cannot
   * be reached.
   */
  open(
    owner: StreamOwner,
    recorder: { readonly userId: string; readonly address: string },
  ): Promise<Socket | null>
  /** Creates the receiving end of one connection. */
  createHandshake(): Handshake
}

interface Handshake {
  /** Returns the frame that answers the start of the handshake. */
  challenge(start: Frame): Uint8Array
  /**
   * Returns the recorder's address. Throws where the sender has not proved that it is a server of this
   * installation.
   */
  readProof(proof: Frame): string
}

export class ProxyRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ProxyRefused'
  }
}

interface ProxyOptions {
  /** Signs the proofs. */
  readonly secret: Buffer
  /** The port of each server takes TLS, with a certificate for its INGEST_HOST. */
  readonly isTls: boolean
  readonly log: Log
}

export function createRecorderProxy(
  node: ServerNode,
  { secret, isTls, log }: ProxyOptions,
): RecorderProxy {
  const opening = new Map<string, number>()

  function sign(challenge: Uint8Array, nodeId: string, address: string): Buffer {
    const claim = JSON.stringify([nodeId, address])
    return createHmac('sha256', secret).update(challenge).update(claim).digest()
  }

  return {
    async open(owner, { userId, address }) {
      const target = targetOf(node, owner, isTls)
      if (target === null || countOf(opening, userId) >= OPENING_PER_USER_MAX) return null
      addCount(opening, userId, 1)
      try {
        return await connectToOwner(target, owner.nodeId, {
          prove(challenge) {
            const signature = sign(challenge, owner.nodeId, address).toString('base64url')
            return { address, signature }
          },
          onDistrust: (err) =>
            log.warn({ err, host: owner.host }, 'the certificate of another server is not trusted'),
        })
      } finally {
        addCount(opening, userId, -1)
      }
    },
    createHandshake() {
      let challenge: Buffer | null = null
      return {
        challenge(start) {
          const { nodeId } = parse(Start, start)
          if (nodeId !== node.id) throw new ProxyRefused('The connection is for another server')
          challenge = randomBytes(CHALLENGE_BYTES)
          return encodeFrame(ProxyFrame.Challenge, challenge)
        },
        readProof(proof) {
          const { address, signature } = parse(Proof, proof)
          const given = Buffer.from(signature, 'base64url')
          const expected = challenge && sign(challenge, node.id, address)
          challenge = null
          const isOurs = expected?.length === given.length && timingSafeEqual(expected, given)
          if (!isOurs || isIP(address) === 0) throw new ProxyRefused('The connection has no proof')
          return address
        },
      }
    },
  }
}

function parse<T extends TSchema>(schema: T, { payload }: Frame): Static<T> {
  const value = readJsonPayload(payload)
  if (!Value.Check(schema, value)) throw new ProxyRefused('A frame of the handshake is malformed')
  return value
}

interface Target {
  readonly isTls: boolean
  readonly address:
    | { readonly path: string }
    | { readonly host: string; readonly port: number; readonly servername?: string }
}

/**
 * Returns where the owner is reached: a socket that only this user of the machine may open, or the address at
 * which recorders reach it.
 */
function targetOf(node: ServerNode, owner: StreamOwner, isTls: boolean): Target | null {
  if (node.runFolder !== null && owner.dataFolder === node.dataFolder) {
    return { isTls: false, address: { path: proxySocketPath(node.runFolder, owner.nodeId) } }
  }
  const { host, tcpPort: port } = owner
  if (host === null) return null
  return { isTls, address: { host, port, ...(isIP(host) === 0 && { servername: host }) } }
}

/** Returns a short path, because that of a Unix socket has at most 107 bytes. */
export function proxySocketPath(runFolder: string, nodeId: string): string {
  const name = createHash('sha256').update(nodeId).digest('hex').slice(0, 16)
  return join(runFolder, `${name}.sock`)
}

/** Returns whether a process with the same DATA_DIR runs. */
export function isProxyOpen(runFolder: string, nodeId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path: proxySocketPath(runFolder, nodeId) })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

interface ProxyCallbacks {
  readonly prove: (challenge: Uint8Array) => Static<typeof Proof>
  /** It is called when the owner's certificate is for another name, or no trusted authority has signed it. */
  readonly onDistrust: (error: Error) => void
}

function connectToOwner(
  target: Target,
  nodeId: string,
  { prove, onDistrust }: ProxyCallbacks,
): Promise<Socket | null> {
  return new Promise((resolve) => {
    const options = { ...target.address, noDelay: true }
    const socket = target.isTls ? connectTls(options) : connect(options)
    const timer = setTimeout(() => socket.destroy(), OPEN_WITHIN_MS)
    const read = createFrameReader(({ type, payload }) => {
      if (type !== ProxyFrame.Challenge)
        throw new FrameError('The owner does not take the connection')
      clearTimeout(timer)
      // The owner sends nothing more before it has the recorder's Hello.
      socket.off('data', take).pause()
      socket.write(encodeJsonFrame(ProxyFrame.Proof, prove(payload)))
      resolve(socket)
    })
    function take(chunk: Buffer): void {
      try {
        read(chunk)
      } catch {
        socket.destroy()
      }
    }
    socket.on('data', take)
    socket.on('error', (error) => {
      // An owner that has gone is no fault, and recorders ask again soon.
      if (socket instanceof TLSSocket && socket.authorizationError) onDistrust(error)
      socket.destroy()
    })
    socket.once(target.isTls ? 'secureConnect' : 'connect', () =>
      socket.write(encodeJsonFrame(ProxyFrame.Start, { nodeId })),
    )
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(null)
    })
  })
}

const CLOSE_WITHIN_MS = 2_000

/** Pipes both directions with back pressure; when one side closes, so does the other. */
export function joinSockets(near: Duplex, far: Duplex): void {
  near.pipe(far)
  far.pipe(near)
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.once('close', () => {
      other.end()
      setTimeout(() => other.destroy(), CLOSE_WITHIN_MS).unref()
    })
  }
}
