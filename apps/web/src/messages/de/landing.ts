import type { landing as english } from '../en/landing.ts'
import type { Translation } from '../message.ts'

export const landing = {} satisfies Translation<typeof english>
