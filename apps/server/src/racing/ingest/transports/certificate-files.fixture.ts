import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { selfSigned } from '../../../accounts/auth/keys/saml-key-pair.ts'

export const SERVER_NAME = 'ingest.test'

interface CertificateFiles {
  readonly ingestTlsCert: string
  readonly ingestTlsKey: string
  /** Writes a new certificate with its key; returns the certificate. */
  renew(): string
}

/** Writes the files of a certificate that signs itself. */
export function writeCertificate(
  t: TestContext,
  serverName = SERVER_NAME,
): CertificateFiles & { readonly ca: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-certificate-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [ingestTlsCert, ingestTlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  function renew(): string {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const certificate = selfSigned(privateKey, serverName)
    writeFileSync(ingestTlsCert, certificate)
    writeFileSync(ingestTlsKey, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return certificate
  }
  return { ingestTlsCert, ingestTlsKey, renew, ca: renew() }
}
