import { type Operator, site } from '@pitboard/contract/site'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { VERSION } from '../../platform/config/config.ts'
import { findWebAppEntry } from '../pages/built-web-app.ts'

export function registerSite(
  app: FastifyInstance,
  { config, keys }: AppContext,
  webFolder: string,
): void {
  const { communityChatUrl } = config
  const operator = operatorOf(config)
  const webAppEntry = findWebAppEntry(webFolder)
  route(app, site.get, async () => ({
    communityChatUrl,
    operator,
    version: VERSION,
    webAppEntry,
    authUrl: config.authUrl,
    authAnonKey: keys.anonKey,
  }))
}

/** Half a legal notice helps nobody: without one of the three there is none. */
function operatorOf(config: Config): Operator | null {
  const { operatorName: name, operatorAddress: address, operatorEmail: email } = config
  return name !== null && address !== null && email !== null ? { name, address, email } : null
}
