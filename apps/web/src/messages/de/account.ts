import type { account as english } from '../en/account.ts'
import type { Translation } from '../message.ts'

export const account = {} satisfies Translation<typeof english>
