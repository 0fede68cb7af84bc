import type { Infer, InferPacket } from '../layout/field.ts'
import type { BaseHeader } from './format-table.ts'
import type { IdTables } from '../ids/id-tables.ts'
import type { Format, formats } from './registry.ts'

type Tables = (typeof formats)[Format]
type KeysOfUnion<U> = U extends unknown ? keyof U : never
type ValueIn<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never

/** The model has one type for all years, so that fields which some years lack are optional. */
type Unify<U> = [U] extends [readonly unknown[]]
  ? readonly Unify<U[number]>[]
  : [U] extends [object]
    ? { readonly [K in Extract<keyof U, string>]: Unify<U[K]> } & {
        readonly [K in Exclude<KeysOfUnion<U>, keyof U>]?: Unify<ValueIn<U, K>>
      }
    : U

type BodyOf<T, K> = T extends { readonly packets: infer P } ? InferPacket<ValueIn<P, K>> : never
type CodesOf<T> = T extends { readonly event: { readonly codes: infer C } } ? C : never

export type Header = BaseHeader
export type BodyKind = KeysOfUnion<Tables['packets']>
export type PacketKind = BodyKind | 'event'
export type Body<K extends BodyKind> = Unify<BodyOf<Tables, K>>

export type EventCode = KeysOfUnion<CodesOf<Tables>>
export type EventDetails<C extends EventCode> = Unify<Infer<ValueIn<CodesOf<Tables>, C>>>

interface Framed<K> {
  readonly kind: K
  /** The tables of this year decoded the datagram. */
  readonly format: number
  readonly header: Header
  /** These tables give its ids their meaning. */
  readonly ids: IdTables
}

export type BodyPacket<K extends BodyKind = BodyKind> = {
  [P in K]: Framed<P> & Body<P>
}[K]
export type EventPacket<C extends EventCode = EventCode> = {
  [E in C]: Framed<'event'> & { readonly code: E; readonly details: EventDetails<E> }
}[C]
export type Packet = BodyPacket | EventPacket

export type RejectReason = 'short' | 'format' | 'packetId' | 'size' | 'event'
export interface Rejected {
  readonly kind: 'rejected'
  readonly reason: RejectReason
}
