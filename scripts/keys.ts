import { openKeys } from '@pitboard/server/accounts/auth/keys/key-set'
import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'

/** Prints the keys of this installation; creates the secret if it is missing. */
try {
  const { anonKey, serviceKey } = await openKeys(readConfig(process.env))
  console.log(`AUTH_ANON_KEY=${anonKey}\nAUTH_SERVICE_KEY=${serviceKey}`)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
