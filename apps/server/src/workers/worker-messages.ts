import { type Static, Type } from 'typebox'

/** Supervisor and worker send each other these over the channel between the processes. */
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()])

const Node = Type.Object({
  id: Type.String(),
  dataFolder: Type.String(),
  runFolder: nullable(Type.String()),
  worker: nullable(Type.Number()),
  workers: Type.Number(),
})

export const Start = Type.Object({
  kind: Type.Literal('start'),
  node: Node,
  /**
   * The address has the password of the embedded database too: other users of the machine can read
   * arguments and variables.
   */
  databaseUrl: Type.String(),
  logLevel: Type.String(),
})
export type Start = Static<typeof Start>

export const ToWorker = Type.Union([
  Start,
  Type.Object({ kind: Type.Literal('stop') }),
  Type.Object({ kind: Type.Literal('ping') }),
  Type.Object({ kind: Type.Literal('readMetrics') }),
  Type.Object({ kind: Type.Literal('setLogLevel'), level: Type.String() }),
])
export type ToWorker = Static<typeof ToWorker>

export const FromWorker = Type.Union([
  Type.Object({ kind: Type.Literal('listening'), url: Type.String() }),
  /** It can't start; the message is for the operator. */
  Type.Object({ kind: Type.Literal('failed'), message: Type.String() }),
  Type.Object({ kind: Type.Literal('pong') }),
  Type.Object({ kind: Type.Literal('metrics'), metrics: Type.Array(Type.Object({})) }),
])
export type FromWorker = Static<typeof FromWorker>
