import { isUuid } from '@pitboard/contract/uuid'
import type { SsoProvider } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { AuthError } from '../http/auth-error.ts'

const RESOURCE = 'resource_'

/** By its id, or by `resource_` and the operator's own name for it. Throws a 404. */
export async function getSsoProvider(db: Db, id: string): Promise<SsoProvider> {
  const providers = db.selectFrom('auth.sso_providers').selectAll()
  const found = id.startsWith(RESOURCE)
    ? await providers.where('resource_id', '=', id.slice(RESOURCE.length)).executeTakeFirst()
    : isUuid(id) && (await providers.where('id', '=', id).executeTakeFirst())
  if (!found) throw unknownProvider('No SSO provider found')
  return found
}

export async function getByDomain(db: Db, domain: string): Promise<SsoProvider> {
  const found = await db
    .selectFrom('auth.sso_domains')
    .innerJoin('auth.sso_providers', 'auth.sso_providers.id', 'auth.sso_domains.sso_provider_id')
    .selectAll('auth.sso_providers')
    .where('domain', '=', domain.trim().toLowerCase())
    .executeTakeFirst()
  if (!found) throw unknownProvider('No SSO provider assigned for this domain')
  return found
}

export async function getByEntityId(db: Db, entityId: string): Promise<SsoProvider> {
  const found = await db
    .selectFrom('auth.sso_providers')
    .selectAll()
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  if (!found) throw unknownProvider('A SAML connection has not been established with this provider')
  return found
}

export function checkEnabled({ disabled }: SsoProvider): void {
  if (disabled) throw new AuthError(404, 'sso_provider_disabled', 'SSO provider is disabled')
}

function unknownProvider(message: string): AuthError {
  return new AuthError(404, 'sso_provider_not_found', message)
}
