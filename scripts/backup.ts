import { readConfig } from '@pitboard/server/platform/config/config'
import { backUp } from './backup/back-up.ts'
import { runOnFile } from './backup/run-on-file.ts'

const USAGE = `Writes the database, the files and the keys of an installation to one file.

  npm run backup -- FILE.tar.zst

DATA_DIR and DATABASE_URL are those of the server, which may be running. Exit code 0: the backup is
complete; 1: there is none; 2: wrong arguments.`

/** No more names of missing files are printed. */
const MISSING_SHOWN = 5

await runOnFile(USAGE, async (file) => {
  const config = readConfig(process.env)
  const { rows, files, bytes, missing } = await backUp(config, file)
  console.log(`${file}: ${rows} rows and ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`)
  if (config.s3Url !== null) {
    console.log('Captures and pictures are in the bucket of S3_URL: back it up with its own tools.')
  }
  if (missing.length > 0) {
    const shown = missing.slice(0, MISSING_SHOWN).join(', ')
    console.log(`${missing.length} files that the database names were missing: ${shown}`)
  }
})
