import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createServer } from 'node:tls'
import { selfSigned } from '../accounts/auth/keys/saml-key-pair.ts'

/** Ends TLS before a port of this machine, with a certificate of its own. */
export async function startTls(
  t: TestContext,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly certificateFile: string }> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const cert = selfSigned(createPrivateKey(key), host)
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-tls-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const certificateFile = join(folder, 'certificate.pem')
  writeFileSync(certificateFile, cert)
  const server = createServer({ key, cert }, (near) => {
    const far = connect({ host: '127.0.0.1', port })
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, certificateFile }
}
