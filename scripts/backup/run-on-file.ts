import { ConfigError } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'

/**
 * Runs a command whose one argument is a file: it prints the usage and ends with 2 for other arguments, and with 1 and the
 * reason where the command fails. What it writes is readable for its user alone.
 */
export async function runOnFile(
  usage: string,
  run: (file: string) => Promise<void>,
): Promise<void> {
  const [file, ...rest] = process.argv.slice(2)
  if (file === '--help') {
    console.log(usage)
    return
  }
  if (file === undefined || file.startsWith('-') || rest.length > 0) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  process.umask(0o077)
  try {
    await run(file)
  } catch (reason) {
    const isExpected = reason instanceof StartError || reason instanceof ConfigError
    console.error(isExpected ? reason.message : reason)
    process.exitCode = 1
  }
}
