import type { AppContext } from '../../../context.ts'
import { createDiscord } from './discord.ts'
import { createOpenid } from './openid.ts'
import type { Provider } from './provider.ts'
import { type ProviderSettings, readProviderSettings } from './settings.ts'
import { createSteam } from './steam.ts'

/** The providers that the operator has configured, by their names. */
export type Providers = ReadonlyMap<string, Provider>

/** Throws a StartError where `AUTH_PROVIDERS` can't be used. */
export function openProviders(context: Pick<AppContext, 'config' | 'log' | 'now'>): Providers {
  const { authProviders: path } = context.config
  const settings = path === null ? [] : readProviderSettings(path)
  return new Map(settings.map((each) => [each.name, createProvider(context, each)]))
}

/** Their names, as `GET /settings` tells them. */
export function enabledProviders({
  providers,
}: {
  readonly providers: Providers
}): readonly string[] {
  return [...providers.keys()]
}

function createProvider(
  context: Pick<AppContext, 'log' | 'now'>,
  settings: ProviderSettings,
): Provider {
  switch (settings.kind) {
    case 'discord':
      return createDiscord(context, settings)
    case 'steam':
      return createSteam(context, settings)
    case 'oidc':
    case 'google':
    case 'twitch':
      return createOpenid(context, settings, settings.kind)
  }
}
