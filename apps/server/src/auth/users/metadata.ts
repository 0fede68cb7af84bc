type Metadata = Readonly<Record<string, unknown>>

/** New keys join the old ones; a key that is null goes. */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  const merged = Object.entries({ ...old, ...changes })
  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}
