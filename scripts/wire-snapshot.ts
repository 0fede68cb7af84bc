import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeWire } from './wire-snapshot/describe-wire.ts'

/** `npm run wire-snapshot` is run for a change of the wire that is meant. The diff is part of its review. */
for (const [file, text] of Object.entries(await describeWire())) {
  writeFileSync(join(import.meta.dirname, '../packages/contract/snapshot', file), text)
}
