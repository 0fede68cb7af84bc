import type { FastifyReply } from 'fastify'

/** Makes the answer a download with a file name that all file systems accept. */
export function setAttachmentHeader(reply: FastifyReply, name: string, extension: string): void {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w .()-]+/g, '')
    .trim()
    .slice(0, 60)
  const ascii = `${plain || 'pitboard'}.${extension}`
  const full = encodeURIComponent(`${name.trim().slice(0, 60).toWellFormed()}.${extension}`)
  reply.header(
    'content-disposition',
    `attachment; filename="${ascii}"; filename*=UTF-8''${full.replaceAll("'", '%27')}`,
  )
}
