import type { Config } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { openFiles } from '@pitboard/server/platform/files/open-files'
import { openNats } from '@pitboard/server/platform/nats/nats-connection'
import { createTransport } from 'nodemailer'
import { advise, type Finding, good, reasonOf, warn } from './finding.ts'

const ANSWER_MS = 10_000

export async function examineMail({ smtpUrl }: Config): Promise<Finding> {
  if (smtpUrl === null) {
    return advise(
      'mail',
      'mails are written to DATA_DIR/outbox: nobody gets the link that confirms an address',
      'Set SMTP_URL, such as smtps://user:password@mail.example:465.',
    )
  }
  const { host } = new URL(smtpUrl)
  const timeouts = { connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS }
  const transport = createTransport({ url: smtpUrl, socketTimeout: ANSWER_MS, ...timeouts })
  try {
    await transport.verify()
    return good('mail', `${host} takes mails`)
  } catch (error) {
    return warn(
      'mail',
      `${host} does not take mails (${reasonOf(error)})`,
      'Check host, port, user and password in SMTP_URL. smtps:// is for port 465, smtp:// for 587.',
    )
  } finally {
    transport.close()
  }
}

export async function examineBucket(config: Config): Promise<Finding[]> {
  if (config.s3Url === null) return []
  const files = await openFiles(config)
  try {
    await files.check()
    return [good('bucket', 'can be read and written')]
  } catch (error) {
    return [
      warn(
        'bucket',
        reasonOf(error instanceof StartError && error.cause !== undefined ? error.cause : error),
        'Check address, key, secret, bucket and region in S3_URL.',
      ),
    ]
  } finally {
    files.close()
  }
}

export async function examineNats({ natsUrl }: Config): Promise<Finding[]> {
  if (natsUrl === null) return []
  const servers = natsUrl.servers.join(', ')
  const remedy = 'Check the addresses and the password in NATS_URL.'
  try {
    const nats = await openNats(natsUrl, 'pb.doctor.', createLog('silent'))
    const isConnected = nats.isConnected()
    await nats.close()
    if (isConnected) return [good('NATS', `${servers} answers`)]
    return [warn('NATS', `${servers} does not answer`, remedy)]
  } catch (error) {
    return [warn('NATS', `${servers} refuses this server (${reasonOf(error)})`, remedy)]
  }
}
