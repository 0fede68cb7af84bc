import { account } from '@pitboard/contract/accounts/accounts'
import {
  operation,
  type OperatedUser,
  QueueName,
  type SiteOperation,
} from '@pitboard/contract/site/operation'
import { idOf } from './lap-records.ts'
import { MARISOL } from './stub-account.ts'
import type { StubSite } from './stub-site.ts'

const AT = '2026-07-05T14:00:00.000Z'
const GIGABYTE = 2 ** 30

/** The site has something of everything. */
export const OPERATED_SITE: SiteOperation = {
  version: {
    server: '1.0.0',
    schema: '060-foreign-key-indexes',
    isOutdated: false,
    node: '24.11.0',
    database: '18.1',
    startedAt: AT,
    recorder: '1.0.0',
    recorderPlatforms: ['windows-x64', 'linux-x64', 'portable'],
  },
  users: { total: 1_240, newInWeek: 12, blocked: 1 },
  storage: {
    kinds: [
      { kind: 'captures', bytes: 31.4 * GIGABYTE },
      { kind: 'lapTraces', bytes: 2.2 * GIGABYTE },
      { kind: 'sessionDocuments', bytes: 0.7 * GIGABYTE },
      { kind: 'pictures', bytes: 0.1 * GIGABYTE },
      { kind: 'otherTables', bytes: 0.1 * GIGABYTE },
    ],
    largestUsers: [
      { id: idOf(71), username: 'W'.repeat(24), captureBytes: 4.8 * GIGABYTE, pictureBytes: 0 },
      { id: MARISOL.id, username: 'Marisol', captureBytes: GIGABYTE, pictureBytes: 2 ** 20 },
    ],
    disk: { freeBytes: 120 * GIGABYTE, sizeBytes: 400 * GIGABYTE, isLow: false },
  },
  live: { sessions: 1, withoutServer: 0 },
  queues: QueueName.enum.map((queue) => ({
    queue,
    waiting: queue === 'outbox' ? 3 : 0,
    failed: queue === 'traces' ? 2 : 0,
  })),
  messages: {
    waiting: 3,
    retried: 1,
    failed: [
      {
        id: idOf(72),
        kind: 'mail',
        reason: 'refused',
        detail: 'Can’t send mail - all recipients were rejected: 550 no such mailbox',
        attempts: 1,
        userId: idOf(71),
        username: 'W'.repeat(24),
        failedAt: AT,
      },
      {
        id: idOf(73),
        kind: 'text',
        reason: 'expired',
        detail: '',
        attempts: 14,
        userId: null,
        username: null,
        failedAt: AT,
      },
    ],
  },
  backup: { newestAt: AT, newestBytes: 3 * GIGABYTE, count: 7, everyHours: 24, isLate: false },
}

export const OPERATED_USERS: readonly OperatedUser[] = [
  {
    id: MARISOL.id,
    username: 'Marisol',
    email: MARISOL.email,
    isEmailConfirmed: true,
    createdAt: AT,
    lastSignInAt: AT,
    blockedUntil: null,
    isOperator: true,
  },
  {
    id: idOf(71),
    username: 'W'.repeat(24),
    email: `${'w'.repeat(60)}@racer.example`,
    isEmailConfirmed: false,
    createdAt: AT,
    lastSignInAt: null,
    blockedUntil: null,
    isOperator: false,
  },
  {
    id: idOf(74),
    username: '<b>Rammer</b>',
    email: 'rammer@racer.example',
    isEmailConfirmed: true,
    createdAt: AT,
    lastSignInAt: AT,
    blockedUntil: '2126-07-05T14:00:00.000Z',
    isOperator: false,
  },
]

/** Marisol operates the site. */
export function fillOperation(site: StubSite): void {
  site.answer(account.get, () => ({ isOperator: true }))
  site.answer(operation.get, () => OPERATED_SITE)
  site.answer(operation.users, () => ({
    users: [...OPERATED_USERS],
    totalElements: OPERATED_USERS.length,
  }))
}
