import { languageOf, renderMail } from '../../accounts/auth/messages/mail-template.ts'
import { queueMail } from '../../accounts/auth/messages/outbox.ts'
import type { AppContext } from '../../context.ts'
import type { WebhookRow } from './announcement-tables.ts'
import type { Db } from '../../platform/db/tables.ts'

/** Notifies the owner of a league by mail that a receiver is disabled. Owners without an address see it on the page. */
export async function notifyOwner(
  context: Pick<AppContext, 'databaseNow' | 'keys' | 'newId' | 'publicUrl'>,
  db: Db,
  { league_id: leagueId, name: receiver, language }: WebhookRow,
): Promise<void> {
  const owner = await db
    .selectFrom('league')
    .innerJoin('auth.users', 'auth.users.id', 'league.owner_id')
    .select(['league.name', 'owner_id', 'email', 'user_metadata'])
    .where('league.id', '=', leagueId)
    .executeTakeFirst()
  if (!owner?.email) return
  const mail = renderMail('receiver-disabled', languageOf(owner, { language }), owner.email, {
    siteUrl: context.publicUrl(),
    email: owner.email,
    league: owner.name,
    receiver,
    pageUrl: `${context.publicUrl()}/dashboard/leagues/${leagueId}/edit#announcements`,
  })
  await queueMail(context, db, owner.owner_id, mail)
}
