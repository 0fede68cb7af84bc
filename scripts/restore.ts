import { readConfig } from '@pitboard/server/platform/config/config'
import { restoreBackup } from './backup/restore-backup.ts'
import { runOnFile } from './backup/run-on-file.ts'

const USAGE = `Restores what npm run backup has written, into an empty folder and an empty database.

  DATA_DIR=./restored npm run restore -- FILE.tar.zst

With DATABASE_URL the rows go to that database, which must be empty. Every byte is verified before
anything is changed. Exit code 0: restored; 1: not restored, nothing is left; 2: wrong arguments.`

await runOnFile(USAGE, async (file) => {
  const config = readConfig(process.env)
  const { createdAt, version } = await restoreBackup(config, file)
  console.log(`Restored the backup of ${createdAt} (Pitboard ${version}) to ${config.dataDir}.`)
  console.log('Variables such as AUTH_JWT_SECRET are not part of a backup: set them as before.')
})
