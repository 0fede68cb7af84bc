import { readFile, stat } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Config } from '../../../platform/config/config.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'

/** The files are checked at most once in this interval, while recorders connect. */
const LOOK_EVERY_MS = 10_000
const MINIMUM_VERSION = 'TLSv1.2'

/** The certificate is that of the TCP port. It is read again when its files have changed. */
export interface IngestCertificate {
  current(): Promise<SecureContext>
}

type Files = Pick<Config, 'ingestTlsCert' | 'ingestTlsKey'>

/**
 * Opens the certificate; returns null without INGEST_TLS_CERT and INGEST_TLS_KEY. Throws a `StartError` for
 * files that cannot be used.
 */
export async function openIngestCertificate(
  { ingestTlsCert: certFile, ingestTlsKey: keyFile }: Files,
  log: Log,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<IngestCertificate | null> {
  if (certFile === null && keyFile === null) return null
  if (certFile === null || keyFile === null) {
    throw new StartError('INGEST_TLS_CERT and INGEST_TLS_KEY are needed both, or none of them.')
  }
  const files = [certFile, keyFile]

  /** Returns a text that changes with every change of the files, also where a link is turned to others. */
  async function readState(): Promise<string> {
    const states = await Promise.all(files.map((file) => stat(file)))
    return states.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join()
  }

  async function read(): Promise<SecureContext> {
    const [cert, key] = await Promise.all(files.map((file) => readFile(file)))
    return createSecureContext({ cert, key, minVersion: MINIMUM_VERSION })
  }

  let state: string
  let context: SecureContext
  try {
    state = await readState()
    context = await read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`INGEST_TLS_CERT and INGEST_TLS_KEY can't be used: ${reason}`)
  }
  let lookedMs = performance.now()
  let looking: Promise<void> | null = null

  /**
   * Reads the certificate again. Certificate and key are written one after the other: until both are there,
   * the first one does not match.
   */
  async function look(): Promise<void> {
    try {
      const now = await readState()
      if (now === state) return
      context = await read()
      state = now
      log.info('the certificate of the ingest port was read again')
    } catch (error) {
      log.warn({ err: error }, 'the new certificate of the ingest port can not be used')
    }
  }

  return {
    async current() {
      if (performance.now() - lookedMs >= lookEveryMs) {
        lookedMs = performance.now()
        looking ??= look().finally(() => (looking = null))
      }
      await looking
      return context
    },
  }
}
