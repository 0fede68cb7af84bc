/** Nothing can be made of an uploaded file; the message says why. */
export class RefusedFile extends Error {
  readonly status: 413 | 415 | 422

  constructor(status: 413 | 415 | 422, message: string) {
    super(message)
    this.name = 'RefusedFile'
    this.status = status
  }
}
