import { Type } from 'typebox'
import { AuthError } from '../http/auth-error.ts'
import type { TextMessage } from './texter.ts'

export const CHANNEL_FIELD = { channel: Type.Optional(Type.String()) }

/** How a text message goes. Throws a 400 for a way that there is not. */
export function readChannel(text: string | undefined): TextMessage['channel'] {
  if (text === undefined || text === '' || text === 'sms') return 'sms'
  if (text === 'whatsapp') return 'whatsapp'
  throw new AuthError(
    400,
    'validation_failed',
    "Invalid channel, supported values are 'sms' or 'whatsapp'",
  )
}
