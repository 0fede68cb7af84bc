import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findUser, insertUser } from '@pitboard/server/accounts/users/queries'
import { findRecorderKey, insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import type { AppContext } from '@pitboard/server/context'

export interface Driver {
  readonly userId: string
  readonly key: string
}

/**
 * Returns the demo's one user with a recorder key. DATA_DIR/demo.json stores both, so that a later demo has the same
 * user. Each installation has its own key, since the data may be served later.
 */
export async function seedDriver({ config, db, newId }: AppContext): Promise<Driver> {
  const file = join(config.dataDir, 'demo.json')
  const known = await readDriver(file)
  if (known && (await findRecorderKey(db, known.userId, known.key))) return known
  const userId = known?.userId ?? newId()
  if (!(await findUser(db, userId))) await insertUser(db, { id: userId, username: 'Demo driver' })
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'demo' })
  const driver = { userId, key }
  await writeFile(file, JSON.stringify(driver), { mode: 0o600 })
  return driver
}

async function readDriver(file: string): Promise<Driver | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isDriver(value) ? value : null
  } catch {
    return null
  }
}

function isDriver(value: unknown): value is Driver {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userId' in value &&
    typeof value.userId === 'string' &&
    'key' in value &&
    typeof value.key === 'string'
  )
}
