import type { session as english } from '../en/session.ts'
import type { Translation } from '../message.ts'

export const session = {} satisfies Translation<typeof english>
