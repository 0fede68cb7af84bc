import { type Operator, site } from '@pitboard/contract/site/site'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { type Config, VERSION } from '../../platform/config/config.ts'
import { findWebAppEntry } from '../pages/built-web-app.ts'
import { createCountFigures } from './count-figures.ts'

export function registerSite(app: FastifyInstance, context: AppContext, webFolder: string): void {
  const { config, keys } = context
  const { communityChatUrl } = config
  const countFigures = createCountFigures(context)
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
  route(app, site.figures, countFigures)
}

/** A legal notice needs all three values. */
function operatorOf(config: Config): Operator | null {
  const { operatorName: name, operatorAddress: address, operatorEmail: email } = config
  return name !== null && address !== null && email !== null ? { name, address, email } : null
}
