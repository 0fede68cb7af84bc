import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '../../diagnostics/errors.ts'

/** PostgreSQL runs as this user; null stands for the user of this process. PostgreSQL refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number } | null

const NAME = 'pitboard'
/** A user who becomes root by `su` still has a PATH without these folders. */
const OF_SYSTEM = '/usr/sbin:/sbin'

/**
 * PostgreSQL does not run as root: the account is the owner of the data where there is data, else a system
 * user of its own.
 */
export function findAccount(data: string): Account {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = readAccount() ?? createAccount()
  if (account) return account
  throw new StartError(
    `PostgreSQL does not run as root, and the system user "${NAME}" could not be created. ` +
      `Create it (useradd --system ${NAME}), start Pitboard as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Returns whether the account gets into a folder: those above it may be closed to everyone but root. */
export function canEnter(account: Account, folder: string): boolean {
  if (account === null) return true
  const { status } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

function createAccount(): Account | undefined {
  // A second server that starts at the same moment may hold the lock on the list of users.
  for (let attempt = 0; attempt < 5; attempt++) {
    spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:${OF_SYSTEM}` },
    })
    const account = readAccount()
    if (account) return account
  }
  return undefined
}

function readAccount(): Account | undefined {
  const uid = readId('-u')
  const gid = readId('-g')
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function readId(option: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [option, NAME], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
