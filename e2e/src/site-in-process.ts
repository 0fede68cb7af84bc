import type { TestContext } from 'node:test'
import { type Call, createClient } from '@pitboard/contract/wire/client'
import type { Environment } from '@pitboard/server/platform/config/config'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { ensureBuilt } from '@pitboard/web/testing/builds'
import { type Mailbox, openMailbox } from './mailbox.ts'

/** A whole server runs in the process of the test, which shares its loaded modules and its database client. */
export interface SiteInProcess {
  /** The server uses this address in links. */
  readonly url: string
  readonly server: TestServer
  readonly mails: Mailbox
  readonly call: Call
}

/** Opens a site for flows that neither stop the server nor test its process; those start one by `startPitboard`. */
export async function openSite(t: TestContext, env: Environment = {}): Promise<SiteInProcess> {
  await ensureBuilt('web')
  const server = await openTestServer({ env })
  t.after(() => server.close())
  return {
    url: server.context.publicUrl(),
    server,
    mails: openMailbox(server.context.config.dataDir),
    call: createClient({ baseUrl: server.url }),
  }
}
