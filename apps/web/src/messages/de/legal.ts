import type { legal as english } from '../en/legal.ts'
import type { Translation } from '../message.ts'

export const legal = {} satisfies Translation<typeof english>
