import type { Config } from './platform/config/config.ts'

/**
 * Loads modules that other files import lazily, so that test servers stay light. In production no
 * request may be the first to load them: reading them from a slow disk delays live ticks.
 */
export function loadModules({ authSaml }: Pick<Config, 'authSaml'>): Promise<unknown> {
  return Promise.all([
    // The library takes 4 MB, which few servers need.
    authSaml ? import('@node-saml/node-saml') : null,
    import('@simplewebauthn/server'),
    import('sharp'),
    import('web-push'),
    import('write-excel-file/node'),
  ])
}
