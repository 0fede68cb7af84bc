/**
 * Loads modules that other files import lazily, so that test servers stay light. In production no
 * request may be the first to load them: reading them from a slow disk delays live ticks.
 */
export function loadModules(): Promise<unknown> {
  return Promise.all([
    import('@node-saml/node-saml'),
    import('@simplewebauthn/server'),
    import('sharp'),
    import('web-push'),
    import('write-excel-file/node'),
  ])
}
