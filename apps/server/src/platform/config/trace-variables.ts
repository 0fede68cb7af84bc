import { readWebAddress, readWholeNumber } from './config-readers.ts'

const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type TraceSampler = (typeof TRACE_SAMPLERS)[number]

/** These variables of OpenTelemetry are supported (docs/operations.md). */
export const TRACE_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    expects: 'an http or https URL, such as http://collector:4318',
    isSecret: true as const,
    read: readWebAddress,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    fallback: '',
    expects: 'names and values separated by commas, such as api-key=…,tenant=club',
    isSecret: true as const,
    read: (text: string) => readPairs(text, /^[\t\u0020-\u007e]*$/),
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    fallback: '10000',
    expects: 'a number of milliseconds from 100 to 60000',
    read: readWholeNumber(100, 60_000),
  },
  OTEL_SERVICE_NAME: {
    fallback: 'pitboard',
    expects: 'a name of at most 100 characters',
    read: (text: string) => (text.length <= 100 ? text : undefined),
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    fallback: '',
    expects: 'names and values separated by commas, such as deployment.environment.name=test',
    read: (text: string) => readPairs(text, /^[^\p{Cc}]*$/u),
  },
  OTEL_TRACES_SAMPLER: {
    fallback: 'parentbased_always_on',
    expects: `one of ${TRACE_SAMPLERS.join(', ')}`,
    read: (text: string) => TRACE_SAMPLERS.find((name) => name === text),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    expects: 'a number from 0 to 1',
    read: readShare,
  },
}

const PAIRS_MAX = 64

/** Reads `name=value` pairs; commas and percent signs of a value are percent-encoded. */
function readPairs(text: string, value: RegExp): Readonly<Record<string, string>> | undefined {
  const pairs = text.split(',').flatMap((item) => {
    const at = item.indexOf('=')
    const [name, value] = [item.slice(0, Math.max(0, at)), item.slice(at + 1)]
    return item.trim() === '' ? [] : [{ name: name.trim(), value: decode(value.trim()) }]
  })
  const isRead = pairs.every(
    (pair) => /^[\w.-]+$/.test(pair.name) && pair.value !== undefined && value.test(pair.value),
  )
  if (!isRead || pairs.length > PAIRS_MAX) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair.name, pair.value ?? '']))
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function readShare(text: string): number | undefined {
  return /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?|\.\d{1,9})$/.test(text) ? Number(text) : undefined
}
