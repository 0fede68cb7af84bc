declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  /** The package is an S3-compatible server for tests, as a Koa app. Its one key is `S3RVER`, with itself as secret. */
  export default class S3rver {
    constructor(options: {
      readonly directory: string
      readonly silent: boolean
      readonly allowMismatchedSignatures: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
