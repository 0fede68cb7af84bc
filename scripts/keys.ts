import { openKeys } from '@pitboard/server/accounts/auth/keys/key-set'
import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { runWithoutArguments } from './run-without-arguments.ts'

const USAGE = `npm run keys   prints the keys of this installation, and makes its secret if that is missing

It reads the variables of the server. AUTH_SERVICE_KEY may do everything: keep it to yourself.`

async function main(): Promise<number> {
  try {
    const { anonKey, serviceKey } = await openKeys(readConfig(process.env))
    console.log(`AUTH_ANON_KEY=${anonKey}\nAUTH_SERVICE_KEY=${serviceKey}`)
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError)) throw error
    console.error(error.message)
    return 1
  }
}

await runWithoutArguments(USAGE, main)
