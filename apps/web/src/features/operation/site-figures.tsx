import type { SiteOperation } from '@pitboard/contract/site/operation'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatBytes } from '../../timing/format-bytes.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'

/** Shows what an operator looks at first. */
export function SiteFigures({ site }: { readonly site: SiteOperation }) {
  const t = useText()
  const { users, live, queues } = site
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0)
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0)
  const blocked = users.blocked > 0 ? [t('operation.usersBlocked', { count: users.blocked })] : []
  return (
    <Figures>
      <Figure
        large
        name={t('operation.users')}
        note={[t('operation.usersNew', { count: users.newInWeek }), ...blocked].join(', ')}
      >
        {users.total.toLocaleString(t.locale)}
      </Figure>
      <Figure
        large
        name={t('operation.live')}
        note={
          live.withoutServer > 0 && (
            <Warning>{t('operation.liveWaiting', { count: live.withoutServer })}</Warning>
          )
        }
      >
        {live.sessions.toLocaleString(t.locale)}
      </Figure>
      <Figure
        large
        name={t('operation.failedJobs')}
        note={
          // On a phone the jobs are some screens below.
          <TextLink to="." search hash="jobs">
            {t('operation.waitingJobs', { count: waiting })}
          </TextLink>
        }
      >
        <span className={failed > 0 ? 'text-bad' : ''}>{failed.toLocaleString(t.locale)}</span>
      </Figure>
      <Disk disk={site.storage.disk} />
      <Backup backup={site.backup} />
    </Figures>
  )
}

function Disk({ disk }: { readonly disk: SiteOperation['storage']['disk'] }) {
  const t = useText()
  if (disk === null) return null
  return (
    <Figure
      large
      name={t('operation.disk')}
      note={
        disk.isLow ? (
          <Warning>{t('operation.diskLow')}</Warning>
        ) : (
          t('operation.diskOf', { size: formatBytes(disk.sizeBytes, t.locale) })
        )
      }
    >
      {formatBytes(disk.freeBytes, t.locale)}
    </Figure>
  )
}

function Backup({ backup }: { readonly backup: SiteOperation['backup'] }) {
  const t = useText()
  const name = t('operation.backup')
  if (backup === null) {
    return (
      <Figure name={name} note={t('operation.backupOffWhy')}>
        {t('operation.backupOff')}
      </Figure>
    )
  }
  const { newestAt, newestBytes, everyHours, isLate } = backup
  const note = [
    ...(newestAt === null ? [] : [formatBytes(newestBytes, t.locale)]),
    t('operation.backupHours', { count: everyHours }),
  ].join(', ')
  return (
    <Figure name={name} note={isLate ? <Warning>{t('operation.backupLate')}</Warning> : note}>
      {newestAt === null ? t('operation.backupNone') : formatDateTime(newestAt, t.locale)}
    </Figure>
  )
}

function Warning({ children }: { readonly children: ReactNode }) {
  return <span className="text-bad">{children}</span>
}
