import { sql, type Kysely } from 'kysely'

/** Removing a user, a team or a server reads no whole table to find what refers to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create index flow_states_linking_user on auth.flow_states (linking_user_id)
    where linking_user_id is not null`,
  `create index passkey_challenges_user on auth.passkey_challenges (user_id)
    where user_id is not null`,
  `create index saml_relay_states_flow_state on auth.saml_relay_states (flow_state_id)`,
  `create index saml_relay_states_sso_provider on auth.saml_relay_states (sso_provider_id)`,
  `create index sso_domains_sso_provider on auth.sso_domains (sso_provider_id)`,
  `create index season_driver_team on season_driver (season_id, team_id)`,
  `create index udp_lease_node on udp_lease (node_id)`,
]
