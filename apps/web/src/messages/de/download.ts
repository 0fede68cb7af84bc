import type { download as english } from '../en/download.ts'
import type { Translation } from '../message.ts'

export const download = {} satisfies Translation<typeof english>
