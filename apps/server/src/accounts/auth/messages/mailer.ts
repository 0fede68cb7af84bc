import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { AppContext } from '../../../context.ts'
import type { AuthLimits } from '../http/auth-limits.ts'
import type { MessageClaim } from '../http/message-limits.ts'
import { createResponseTiming, UndeliverableError } from './delivery.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address ends mails of this kind with one click (RFC 8058); mails about the account have none. */
  readonly unsubscribeUrl?: string
}

export interface Mailer {
  /** It is true if a mail server takes the mails; else they are files. */
  readonly isRemote: boolean
  /** Throws if the mail can't be handed over, an UndeliverableError if it never can. */
  deliver(mail: Mail): Promise<void>
  /** Notes that work of a kind, which began then (`performance.now()`), has written its mail. */
  note(kind: string, startedAtMs: number): void
  /** Takes as long as such work and counts against its limits, so that an answer reveals nothing. */
  pretend(kind: string, startedAtMs: number, claim: MessageClaim): Promise<void>
  close(): void
}

const WITHIN_MS = 8000

/** Sends mails by SMTP_URL; without it each becomes a file in DATA_DIR/outbox. */
export function createMailer(
  context: Pick<AppContext, 'config' | 'log' | 'newId' | 'publicUrl'>,
  limits: AuthLimits,
): Mailer {
  const { deliver, close } =
    context.config.smtpUrl === null ? outbox(context) : smtp(context.config.smtpUrl)
  const pace = createResponseTiming()
  const from = () =>
    context.config.mailFrom ?? `Pitboard <no-reply@${new URL(context.publicUrl()).hostname}>`

  return {
    isRemote: context.config.smtpUrl !== null,
    async deliver(mail) {
      try {
        await deliver({ ...mail, from: from(), ...listHeaders(mail) })
      } catch (error) {
        throw isRefusal(error) ? new UndeliverableError(error.message) : error
      }
    },
    note: pace.note,
    async pretend(kind, startedAtMs, claim) {
      await limits.pretendMessage('email', claim)
      await pace.match(kind, startedAtMs)
    },
    close,
  }
}

function listHeaders({ unsubscribeUrl: url }: Mail) {
  if (url === undefined) return {}
  const headers = {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { headers }
}

/** The mail server knows no such address. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return error.code === 'EENVELOPE' && Number(error.responseCode) >= 500
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
