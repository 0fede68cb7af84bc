import type { Config } from '../config/config.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Nats } from '../nats/nats-connection.ts'
import { createLoneFanOut, type MeasuredFanOut } from './fan-out.ts'

interface OpenedFanOut {
  readonly fanOut: MeasuredFanOut
  /** The fan-out uses this connection; null without NATS_URL. */
  readonly nats: Nats | null
  close(): Promise<void>
}

/**
 * Opens the fan-out: servers with the same secret reach each other through NATS; without it the workers of one machine
 * do so through their hub, if there is one at `hubPath`. What is not used is not loaded.
 */
export async function openFanOut(
  { natsUrl }: Pick<Config, 'natsUrl'>,
  fingerprint: string,
  log: Log,
  hubPath: string | null = null,
): Promise<OpenedFanOut> {
  if (natsUrl === null) {
    const fanOut = hubPath === null ? createLoneFanOut() : await openSocket(hubPath, log)
    return { fanOut, nats: null, close: () => fanOut.close() }
  }
  const [{ openNats }, { createNatsFanOut }] = await Promise.all([
    import('../nats/nats-connection.ts'),
    import('./nats-fan-out.ts'),
  ])
  const nats = await openNats(natsUrl, `pb.${fingerprint}.`, log)
  const fanOut = createNatsFanOut(nats, log)
  const close = async () => {
    await fanOut.close()
    await nats.close()
  }
  return { fanOut, nats, close }
}

async function openSocket(path: string, log: Log): Promise<MeasuredFanOut> {
  const { createSocketFanOut } = await import('./socket-fan-out.ts')
  return createSocketFanOut({ path, log })
}
