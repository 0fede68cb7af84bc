import type { AppContext } from '../../../context.ts'
import type { FailedMessage } from '../messages/outbox.ts'
import { audit } from './audit.ts'

/** The audit log has this action for a message that was given up. */
export const MESSAGE_FAILED = 'message_failed'
const DETAIL_CHARACTERS_MAX = 300

/** Notes the failure for the operator, who then sees that somebody waits for the message in vain. */
export async function noteFailedMessage(
  context: Pick<AppContext, 'db' | 'newId' | 'now'>,
  { userId, detail, ...failed }: FailedMessage,
): Promise<void> {
  const details = { ...failed, detail: detail.slice(0, DETAIL_CHARACTERS_MAX) }
  await audit(context, { action: MESSAGE_FAILED, userId, actorId: null, ip: null, details })
}
