import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { AppContext } from '../../context.ts'
import type { RateLimits } from '../http/rate-limits.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** Throws where it can't be handed over. */
  send(mail: Mail): Promise<void>
  /** Takes as long as sending does, and has its limit, so that an answer tells nothing. */
  pretend(): Promise<void>
  close(): void
}

const WITHIN_MS = 8000
const REMEMBERED = 16

/** By SMTP_URL; without it each mail becomes a file in DATA_DIR/outbox. */
export function createMailer(
  context: Pick<AppContext, 'config' | 'log' | 'newId' | 'publicUrl'>,
  limits: RateLimits,
): Mailer {
  const { deliver, close } =
    context.config.smtpUrl === null ? outbox(context) : smtp(context.config.smtpUrl)
  const durationsMs: number[] = []
  const from = () =>
    context.config.mailFrom ?? `Pitboard <no-reply@${new URL(context.publicUrl()).hostname}>`

  return {
    async send(mail) {
      limits.takeMessage('email')
      const startedAt = performance.now()
      await deliver({ ...mail, from: from() })
      durationsMs.push(performance.now() - startedAt)
      if (durationsMs.length > REMEMBERED) durationsMs.shift()
    },
    async pretend() {
      limits.checkMessage('email')
      await sleep(durationsMs[Math.floor(Math.random() * durationsMs.length)] ?? 0)
    },
    close,
  }
}

type Deliver = (mail: Mail & { readonly from: string }) => Promise<unknown>

function smtp(url: string): { deliver: Deliver; close: () => void } {
  const timeouts = {
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
  }
  const transport = createTransport({ url, pool: true, maxConnections: 4, ...timeouts })
  return { deliver: (mail) => transport.sendMail(mail), close: () => transport.close() }
}

function outbox({ config, log, newId }: Pick<AppContext, 'config' | 'log' | 'newId'>): {
  deliver: Deliver
  close: () => void
} {
  const folder = join(config.dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const deliver: Deliver = async (mail) => {
    const { message } = await transport.sendMail(mail)
    const path = join(folder, `${newId()}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, message, { mode: 0o600 })
    log.info({ to: mail.to, subject: mail.subject, path }, 'mail written to the outbox')
  }
  return { deliver, close: () => transport.close() }
}
