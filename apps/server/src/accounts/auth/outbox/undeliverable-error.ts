/** A message cannot be delivered, now or later. */
export class UndeliverableError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UndeliverableError'
  }
}
