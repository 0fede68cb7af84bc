import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { restoreBackup } from './backup/restore-backup.ts'

const USAGE = `Restores what npm run backup has written, into an empty folder and an empty database.

  DATA_DIR=./restored npm run restore -- FILE.tar.zst

With DATABASE_URL the rows go to that database, which must be empty. Every byte is verified before
anything is changed. Exit code 0: restored; 1: not restored, nothing is left; 2: wrong arguments.`

async function main(): Promise<number> {
  const [file, ...rest] = process.argv.slice(2)
  if (file === '--help') {
    console.log(USAGE)
    return 0
  }
  if (file === undefined || file.startsWith('-') || rest.length > 0) {
    console.error(USAGE)
    return 2
  }
  process.umask(0o077)
  const config = readConfig(process.env)
  const { createdAt, version } = await restoreBackup(config, file)
  console.log(`Restored the backup of ${createdAt} (Pitboard ${version}) to ${config.dataDir}.`)
  console.log('Variables such as AUTH_JWT_SECRET are not part of a backup: set them as before.')
  return 0
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (reason: unknown) => {
    const isExpected = reason instanceof StartError || reason instanceof ConfigError
    console.error(isExpected ? reason.message : reason)
    process.exitCode = 1
  },
)
