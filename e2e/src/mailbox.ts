import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { until } from '@pitboard/contract/testing/patience'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** It is the first one that leads to the server. */
  readonly link: string
  /** The code has six digits; it is empty if the mail has none. */
  readonly code: string
}

/** A server without SMTP puts its mails into this folder. */
export interface Mailbox {
  /** Resolves with the next mail to this address that was not taken yet. Throws if none comes. */
  next(to: string): Promise<Mail>
  /** Returns how many there are to this address, taken or not. */
  count(to: string): Promise<number>
}

export function openMailbox(dataDir: string): Mailbox {
  const folder = join(dataDir, 'outbox')
  const taken = new Set<string>()

  async function all(): Promise<(Mail & { readonly file: string })[]> {
    if (!existsSync(folder)) return []
    const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted()
    return Promise.all(files.map(async (file) => ({ file, ...(await read(join(folder, file))) })))
  }

  return {
    async next(to) {
      const mail = await until(async () =>
        (await all()).find((each) => each.to === to && !taken.has(each.file)),
      )
      taken.add(mail.file)
      return mail
    },
    count: async (to) => (await all()).filter((mail) => mail.to === to).length,
  }
}

async function read(path: string): Promise<Mail> {
  const { to = [], subject = '', text = '' } = await PostalMime.parse(await readFile(path))
  return {
    to: to[0]?.address ?? '',
    subject,
    text,
    link: /https?:\/\/\S+\/verify\?[^\s)\]>]+/.exec(text)?.[0] ?? '',
    code: /^\W*(\d{6})\W*$/m.exec(text)?.[1] ?? '',
  }
}
