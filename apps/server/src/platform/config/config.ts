import { readFileSync } from 'node:fs'
import { type LOG_LEVELS, type Variable, VARIABLES } from './config-variables.ts'

export type LogLevel = (typeof LOG_LEVELS)[number]

type CamelCase<S extends string> = S extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<S>

/**
 * Each variable stands under its name in camel case: `PUBLIC_URL` is `publicUrl`. It is null where it is unset and has
 * no default.
 */
export type Config = {
  readonly [Name in keyof typeof VARIABLES as CamelCase<Name>]: Exclude<
    ReturnType<(typeof VARIABLES)[Name]['read']>,
    undefined
  >
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** A URL, perhaps with a misspelt scheme, holds a user name and a password. */
const HAS_CREDENTIALS = /:[^@]*@/

/** Throws a `ConfigError` that names every wrong variable and what it expects. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  const variables: [string, Variable<unknown>][] = Object.entries(VARIABLES)
  for (const [name, variable] of variables) {
    const text = readText(env, name, problems) || variable.fallback
    const value = variable.read(text)
    if (value === undefined) {
      const isHidden = variable.isSecret === true || HAS_CREDENTIALS.test(text)
      const shown = isHidden ? '' : `, not "${text}"`
      problems.push(`${name} must be ${variable.expects}${shown}.`)
    }
    config[camelCase(name)] = value
  }
  if (problems.length > 0 || !isComplete(config)) throw new ConfigError(problems)
  return config
}

/** An empty value counts as unset: that is how compose files and shells leave a variable out. */
function readText(env: Environment, name: string, problems: string[]): string {
  const text = env[name]?.trim() ?? ''
  const file = env[`${name}_FILE`]?.trim() ?? ''
  if (file === '') return text
  if (text !== '') problems.push(`${name} and ${name}_FILE are both set; one of them must go.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    problems.push(`${name}_FILE must be a file that can be read, not "${file}".`)
    return ''
  }
}

function isComplete(config: object): config is Config {
  return Object.values(config).every((value) => value !== undefined)
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The whole product has one version. */
export const VERSION = readVersion()

function readVersion(): string {
  const file = new URL('../../../../../package.json', import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
