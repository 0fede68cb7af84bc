import type { Pitboard } from './pitboard.ts'

/** Returns the value of a sample, named with its labels as the server writes it; null while it is away. */
export async function readMetric(
  { url, serviceKey }: Pick<Pitboard, 'url' | 'serviceKey'>,
  sample: string,
): Promise<number | null> {
  const text = await fetch(`${url}/metrics`, { headers: { apikey: serviceKey } }).then(
    (answer) => answer.text(),
    () => '',
  )
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? null : Number(line.slice(sample.length + 1))
}
