import { Uuid } from '@pitboard/contract/schema'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Value } from 'typebox/value'
import { errorText, Failure } from './failure.ts'
import type { Target } from './stream/lease.ts'
import { usage } from './usage.ts'

export interface Address {
  readonly host: string
  readonly port: number
}

interface Common {
  readonly target: Target
  readonly json: boolean
}

export interface RecordArguments extends Common {
  readonly command: 'record'
  readonly listen: Address
  readonly forward: readonly Address[]
  readonly spool: string
  readonly udp: boolean
}

export interface FileArguments extends Common {
  readonly command: 'replay' | 'send'
  readonly file: string
  /** Infinity for as fast as the server takes it. */
  readonly speed: number
  readonly udp: boolean
}

export type Arguments = RecordArguments | FileArguments | { readonly command: 'help' }

const options = {
  server: { type: 'string' },
  user: { type: 'string' },
  key: { type: 'string' },
  listen: { type: 'string' },
  host: { type: 'string' },
  forward: { type: 'string', multiple: true },
  spool: { type: 'string' },
  speed: { type: 'string' },
  udp: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const seeHelp = 'See --help.'
const onlyFor: Readonly<Record<string, readonly string[]>> = {
  listen: ['record'],
  host: ['record'],
  forward: ['record'],
  spool: ['record'],
  speed: ['replay'],
  udp: ['record', 'replay'],
}

/** Reads the command line and the environment; throws a `Failure` that says what is wrong. */
export function readArguments(argv: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const { values, positionals } = parse(argv)
  const [command, ...files] = positionals
  if (values.help === true || (command === undefined && argv.length === 0)) {
    return { command: 'help' }
  }
  if (command !== 'record' && command !== 'replay' && command !== 'send') {
    throw new Failure(command === undefined ? 'No command given' : `No command ${command}`, usage)
  }
  for (const name of Object.keys(values)) {
    const commands = onlyFor[name]
    if (commands !== undefined && !commands.includes(command)) {
      throw new Failure(
        `--${name} does not go with ${command}`,
        `It is for ${commands.join(', ')}.`,
      )
    }
  }
  const target = readTarget(values, env)
  const common = { target, json: values.json === true, udp: values.udp === true }
  if (command === 'record') {
    if (files.length > 0) throw new Failure(`record takes no file (${files[0]})`, seeHelp)
    const listen = { host: values.host ?? '0.0.0.0', port: readPort(values.listen ?? '20777') }
    const spool = resolve(values.spool ?? join(homedir(), '.pitboard', 'spool'))
    const forward = (values.forward ?? []).map(readAddress)
    return { ...common, command, listen, spool, forward }
  }
  const [file] = files
  if (file === undefined || files.length > 1) {
    throw new Failure(`${command} takes one file`, `For example: ${command} race.pcap`)
  }
  const speed = command === 'send' ? Infinity : readSpeed(values.speed ?? '1')
  return { ...common, command, file: resolve(startFolder(env), file), speed }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw new Failure(errorText(error).split('. ')[0] ?? 'The options are wrong', seeHelp)
  }
}

function readTarget(
  values: { server?: string; user?: string; key?: string },
  env: NodeJS.ProcessEnv,
): Target {
  const server = values.server ?? env['PITBOARD_SERVER'] ?? ''
  const user = values.user ?? env['PITBOARD_USER'] ?? ''
  const key = values.key ?? env['PITBOARD_KEY'] ?? ''
  for (const [name, value] of Object.entries({ server, user, key })) {
    if (value !== '') continue
    throw new Failure(
      `--${name} is missing`,
      `Give --${name} or set PITBOARD_${name.toUpperCase()}; the dashboard settings show all three.`,
    )
  }
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw new Failure(`--server ${server} is not an address`, 'For example: http://localhost:8080')
  }
  if (!isUuid(user)) {
    throw new Failure(`--user ${user} is not a user's id`, 'Copy it from the dashboard settings.')
  }
  return { server: server.replace(/\/+$/, ''), user, key }
}

function isUuid(text: string): boolean {
  return Value.Check(Uuid, text)
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Failure(`${text} is not a port`, 'Ports go from 1 to 65535; the game sends to 20777.')
}

function readAddress(text: string): Address {
  const colon = text.lastIndexOf(':')
  if (colon < 1) {
    throw new Failure(`--forward ${text} lacks a port`, 'For example: --forward 127.0.0.1:20778')
  }
  return { host: text.slice(0, colon), port: readPort(text.slice(colon + 1)) }
}

function readSpeed(text: string): number {
  if (text === 'max') return Infinity
  const speed = Number(text)
  if (text.trim() !== '' && speed > 0 && speed <= 1000) return speed
  throw new Failure(`--speed ${text} is not a speed`, 'A factor such as 1, 2.5 or 20, or max.')
}

// npm runs its scripts in the repository's folder, wherever it was called.
function startFolder(env: NodeJS.ProcessEnv): string {
  const called = env['npm_lifecycle_event'] === 'recorder' ? env['INIT_CWD'] : undefined
  return called ?? process.cwd()
}
