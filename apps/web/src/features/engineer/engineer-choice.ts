import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore, useStore } from '../../state/store.ts'
import { ENGINEER_TOPICS, type EngineerTopic } from './engineer-call.ts'

/** This device wants to hear this. */
export interface EngineerChoice {
  /**
   * The choice stores a name, because the car index differs by session; null stands for the driver whom the page
   * follows.
   */
  readonly driverName: string | null
  readonly topics: readonly EngineerTopic[]
  readonly gapsEvery: 'lap' | 'sector'
  /** 1 is the normal speed of a voice. */
  readonly rate: number
  /** Null stands for the first voice of the device in the page's language. */
  readonly voiceUri: string | null
  readonly isSilentInBackground: boolean
}

export const RATES = { least: 0.7, most: 2, step: 0.1 } as const
/** Names and addresses of voices are short; storage may hold anything. */
const TEXT_MAX = 200

const choice = createStore<EngineerChoice>({
  driverName: readText('engineer.driver'),
  topics: readTopics(readStored('engineer.topics')),
  gapsEvery: readStored('engineer.gaps') === 'sector' ? 'sector' : 'lap',
  rate: readRate(readStored('engineer.rate')),
  voiceUri: readText('engineer.voice'),
  isSilentInBackground: readStored('engineer.silent') === 'true',
})

function readText(name: string): string | null {
  const stored = readStored(name)
  return stored === null || stored === '' || stored.length > TEXT_MAX ? null : stored
}

function readTopics(stored: string | null): readonly EngineerTopic[] {
  if (stored === null) return ENGINEER_TOPICS
  const names = stored.split(',')
  return ENGINEER_TOPICS.filter((topic) => names.includes(topic))
}

function readRate(stored: string | null): number {
  const rate = Number(stored ?? 1)
  return rate >= RATES.least && rate <= RATES.most ? rate : 1
}

export const getEngineerChoice = choice.get

export function useEngineerChoice(): EngineerChoice {
  return useStore(choice)
}

export function changeEngineer(change: Partial<EngineerChoice>): void {
  const next = { ...choice.get(), ...change }
  choice.set(next)
  writeStored('engineer.driver', next.driverName)
  writeStored('engineer.topics', next.topics.join())
  writeStored('engineer.gaps', next.gapsEvery)
  writeStored('engineer.rate', String(next.rate))
  writeStored('engineer.voice', next.voiceUri)
  writeStored('engineer.silent', next.isSilentInBackground ? 'true' : null)
}
