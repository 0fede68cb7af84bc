create schema auth;

create extension if not exists unaccent;

create extension if not exists pg_trgm;

create sequence session_mark;

create function search_text(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, $1));

create table "user" (
  id uuid not null,
  username text,
  created_at timestamp with time zone default now() not null,
  avatar_url text,
  updated_at timestamp with time zone default now() not null,
  search_name text generated always as (search_text(username)) stored,
  is_in_records boolean default true not null,
  constraint user_pkey PRIMARY KEY (id)
);
comment on column "user".username is 'Unique without case; null until the user has chosen one.';
comment on column "user".is_in_records is 'False: their laps are in no list of records.';
CREATE INDEX user_search ON "user" USING gin (search_name gin_trgm_ops) WHERE search_name IS NOT NULL;
CREATE INDEX user_search_beginning ON "user" USING btree (search_name text_pattern_ops) WHERE search_name IS NOT NULL;
CREATE UNIQUE INDEX user_username ON "user" USING btree (lower(username));

create table auth.audit_log (
  id uuid not null,
  action text not null,
  actor_id uuid,
  user_id uuid,
  ip inet,
  details jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
comment on column auth.audit_log.actor_id is 'Who did it; null where nobody was signed in.';
comment on column auth.audit_log.user_id is 'The user it was done to.';
CREATE INDEX audit_log_newest ON auth.audit_log USING btree (created_at DESC, id DESC);
CREATE INDEX audit_log_user ON auth.audit_log USING btree (user_id, created_at DESC);

create table auth.saml_assertions (
  id text not null,
  expires_at timestamp with time zone not null,
  constraint saml_assertions_pkey PRIMARY KEY (id)
);

create table auth.server_secrets (
  name text not null,
  content bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint server_secrets_pkey PRIMARY KEY (name)
);
comment on table auth.server_secrets is 'What the servers of this database share.';
comment on column auth.server_secrets.content is 'The fingerprint of the secret, or a key that is encrypted with a key derived from it.';

create table auth.sso_providers (
  id uuid not null,
  resource_id text,
  disabled boolean default false not null,
  entity_id text not null,
  metadata_xml text not null,
  metadata_url text,
  attribute_mapping jsonb default '{}'::jsonb not null,
  name_id_format text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint sso_providers_pkey PRIMARY KEY (id),
  constraint sso_providers_entity_id_key UNIQUE (entity_id),
  constraint sso_providers_resource_id_key UNIQUE (resource_id)
);

create table auth.sso_domains (
  id uuid not null,
  sso_provider_id uuid not null,
  domain text not null,
  created_at timestamp with time zone default now() not null,
  constraint sso_domains_pkey PRIMARY KEY (id),
  constraint sso_domains_domain_key UNIQUE (domain),
  constraint sso_domains_domain_check CHECK (domain = lower(domain)),
  constraint sso_domains_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE
);
CREATE INDEX sso_domains_sso_provider ON auth.sso_domains USING btree (sso_provider_id);

create table auth.users (
  id uuid not null,
  aud text default 'authenticated'::text not null,
  role text default 'authenticated'::text not null,
  email text,
  email_confirmed_at timestamp with time zone,
  phone text,
  phone_confirmed_at timestamp with time zone,
  password_hash text,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  new_email text,
  email_change_sent_at timestamp with time zone,
  email_change_confirmed smallint default 0 not null,
  new_phone text,
  phone_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  app_metadata jsonb default '{}'::jsonb not null,
  user_metadata jsonb default '{}'::jsonb not null,
  is_anonymous boolean default false not null,
  is_sso_user boolean default false not null,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK (email = lower(email))
);
comment on column auth.users.email is 'Lower case.';
comment on column auth.users.phone is 'The number without the leading plus.';
comment on column auth.users.email_change_confirmed is 'How many of the two addresses have agreed to the change.';
CREATE INDEX users_created ON auth.users USING btree (created_at, id);
CREATE UNIQUE INDEX users_email ON auth.users USING btree (email) WHERE NOT is_sso_user;
CREATE UNIQUE INDEX users_phone ON auth.users USING btree (phone);

create table auth.factors (
  id uuid not null,
  user_id uuid not null,
  friendly_name text default ''::text not null,
  factor_type text not null,
  status text default 'unverified'::text not null,
  secret text,
  phone text,
  webauthn_credential jsonb,
  last_used_step bigint,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint factors_pkey PRIMARY KEY (id),
  constraint factors_factor_type_check CHECK (factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text, 'recovery_code'::text])),
  constraint factors_status_check CHECK (status = ANY (ARRAY['unverified'::text, 'verified'::text])),
  constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.factors.secret is 'Base32, of TOTP.';
comment on column auth.factors.last_used_step is 'The 30 s step of the last code taken: a code counts once.';
CREATE INDEX factors_user ON auth.factors USING btree (user_id);

create table auth.factor_challenges (
  id uuid not null,
  factor_id uuid not null,
  ip inet,
  code_hash text,
  webauthn_challenge text,
  failed_attempts integer default 0 not null,
  verified_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint factor_challenges_pkey PRIMARY KEY (id),
  constraint factor_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.factors(id) ON DELETE CASCADE
);
CREATE INDEX factor_challenges_factor ON auth.factor_challenges USING btree (factor_id);

create table auth.flow_states (
  id uuid not null,
  user_id uuid,
  auth_code uuid,
  code_challenge text,
  code_challenge_method text,
  authentication_method text not null,
  provider text,
  provider_access_token text,
  provider_refresh_token text,
  nonce text,
  code_verifier text,
  redirect_to text,
  linking_user_id uuid,
  invite_token text,
  session_not_after timestamp with time zone,
  auth_code_issued_at timestamp with time zone,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint flow_states_pkey PRIMARY KEY (id),
  constraint flow_states_auth_code_key UNIQUE (auth_code),
  constraint flow_states_linking_user_id_fkey FOREIGN KEY (linking_user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.flow_states.nonce is 'Of the server towards the provider, as is the verifier.';
comment on column auth.flow_states.linking_user_id is 'Set where a signed-in user links the provider''s identity.';
comment on column auth.flow_states.session_not_after is 'When the session that comes of it ends, whatever happens.';
CREATE INDEX flow_states_created ON auth.flow_states USING btree (created_at);
CREATE INDEX flow_states_linking_user ON auth.flow_states USING btree (linking_user_id) WHERE linking_user_id IS NOT NULL;
CREATE INDEX flow_states_user ON auth.flow_states USING btree (user_id, authentication_method, created_at DESC);

create table auth.identities (
  id uuid not null,
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email'::text)) stored,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_provider_id_key UNIQUE (provider, provider_id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.identities.provider_id is 'The provider''s name for the person; for e-mail and phone the user''s id.';
CREATE INDEX identities_email ON auth.identities USING btree (email);
CREATE INDEX identities_user ON auth.identities USING btree (user_id);

create table auth.one_time_tokens (
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash text not null,
  relates_to text not null,
  failed_attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_user_id_purpose_key UNIQUE (user_id, purpose),
  constraint one_time_tokens_purpose_check CHECK (purpose = ANY (ARRAY['confirmation'::text, 'recovery'::text, 'email_change_current'::text, 'email_change_new'::text, 'phone_change'::text, 'reauthentication'::text])),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.one_time_tokens.token_hash is 'Hex SHA-224 of address and code, after `pkce_` where the request had a challenge.';
comment on column auth.one_time_tokens.relates_to is 'The address it was sent to.';
CREATE INDEX one_time_tokens_hash ON auth.one_time_tokens USING btree (token_hash);
CREATE INDEX one_time_tokens_relates ON auth.one_time_tokens USING btree (relates_to);

create table auth.outbox (
  id uuid not null,
  user_id uuid,
  kind text not null,
  content bytea not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  is_notification boolean default false not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_kind_check CHECK (kind = ANY (ARRAY['mail'::text, 'text'::text])),
  constraint outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table auth.outbox is 'Messages that wait to be sent.';
comment on column auth.outbox.content is 'Encrypted.';
comment on column auth.outbox.is_notification is 'Whether it ends with the user''s notifications by mail.';
CREATE INDEX outbox_next ON auth.outbox USING btree (next_attempt_at);
CREATE INDEX outbox_user ON auth.outbox USING btree (user_id);

create table auth.passkey_challenges (
  id uuid not null,
  user_id uuid,
  challenge text not null,
  created_at timestamp with time zone default now() not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.passkey_challenges.user_id is 'The user who registers a passkey; null for a sign-in.';
CREATE INDEX passkey_challenges_created ON auth.passkey_challenges USING btree (created_at);
CREATE INDEX passkey_challenges_user ON auth.passkey_challenges USING btree (user_id) WHERE user_id IS NOT NULL;

create table auth.passkeys (
  id uuid not null,
  user_id uuid not null,
  friendly_name text default ''::text not null,
  credential_id text not null,
  credential jsonb not null,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.passkeys.credential_id is 'base64url, as browsers send it.';
CREATE INDEX passkeys_user ON auth.passkeys USING btree (user_id);

create table auth.recovery_codes (
  id uuid not null,
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_factor_id_code_hash_key UNIQUE (factor_id, code_hash),
  constraint recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.factors(id) ON DELETE CASCADE
);

create table auth.saml_relay_states (
  id uuid not null,
  sso_provider_id uuid not null,
  request_id text not null,
  flow_state_id uuid,
  redirect_to text,
  created_at timestamp with time zone default now() not null,
  constraint saml_relay_states_pkey PRIMARY KEY (id),
  constraint saml_relay_states_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states(id) ON DELETE CASCADE,
  constraint saml_relay_states_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE
);
CREATE INDEX saml_relay_states_flow_state ON auth.saml_relay_states USING btree (flow_state_id);
CREATE INDEX saml_relay_states_sso_provider ON auth.saml_relay_states USING btree (sso_provider_id);

create table auth.sessions (
  id uuid not null,
  user_id uuid not null,
  aal text default 'aal1'::text not null,
  factor_id uuid,
  refresh_counter bigint default 0 not null,
  refreshed_at timestamp with time zone,
  not_after timestamp with time zone,
  user_agent text,
  ip inet,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  elevated_counter bigint,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.sessions.refresh_counter is 'Number of the refresh token that is good now.';
comment on column auth.sessions.elevated_counter is 'Number of the first refresh token since a second factor was shown last.';
CREATE INDEX sessions_user ON auth.sessions USING btree (user_id);

create table auth.session_methods (
  session_id uuid not null,
  method text not null,
  provider text,
  used_at timestamp with time zone default now() not null,
  constraint session_methods_pkey PRIMARY KEY (session_id, method),
  constraint session_methods_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

create table calendar_feed (
  user_id uuid not null,
  secret_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint calendar_feed_pkey PRIMARY KEY (user_id),
  constraint calendar_feed_secret_hash_key UNIQUE (secret_hash),
  constraint calendar_feed_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column calendar_feed.secret_hash is 'SHA-256 of the secret in the address.';

create table idempotency_key (
  user_id uuid not null,
  key bytea not null,
  request bytea not null,
  claimed_at timestamp with time zone not null,
  status integer,
  etag text,
  answer bytea,
  constraint idempotency_key_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on table idempotency_key is 'A call that may be sent again; `status` is null until it is answered.';
comment on column idempotency_key.key is 'The hash of the key, and of the request.';
comment on column idempotency_key.answer is 'Sealed; null for an answer that is not kept.';
CREATE INDEX idempotency_key_claimed ON idempotency_key USING btree (claimed_at);
CREATE INDEX idempotency_key_newest ON idempotency_key USING btree (user_id, claimed_at DESC);

create table job (
  id uuid not null,
  kind text not null,
  place text not null,
  user_id uuid not null,
  task jsonb not null,
  attempts integer not null,
  progress double precision default 0 not null,
  due_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  result jsonb,
  failure jsonb,
  constraint job_pkey PRIMARY KEY (id),
  constraint job_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on table job is 'Work that survives a restart of the server.';
comment on column job.due_at is 'The end of the lease of the server that works on it, or the time of the next attempt.';
CREATE INDEX job_ended ON job USING btree (ended_at);
CREATE UNIQUE INDEX job_open ON job USING btree (kind, user_id) WHERE ended_at IS NULL;
CREATE INDEX job_user ON job USING btree (user_id);

create table league (
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  description text not null,
  discord text not null,
  website text not null,
  is_public boolean not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  search_name text generated always as (search_text(name)) stored,
  links jsonb default '[]'::jsonb not null,
  accent_colour text,
  constraint league_pkey PRIMARY KEY (id),
  constraint league_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column league.version is 'Counts the changes.';
comment on column league.deleted_at is 'Removed for good some weeks later.';
CREATE INDEX league_deleted ON league USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX league_newest ON league USING btree (id DESC) INCLUDE (is_public, owner_id) WHERE deleted_at IS NULL;
CREATE INDEX league_owner ON league USING btree (owner_id, id DESC);
CREATE INDEX league_search ON league USING gin (search_name gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX league_search_beginning ON league USING btree (search_name text_pattern_ops) WHERE deleted_at IS NULL;

create table league_invitation (
  id uuid not null,
  league_id uuid not null,
  user_id uuid not null,
  role text not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint league_invitation_pkey PRIMARY KEY (id),
  constraint league_invitation_league_id_user_id_key UNIQUE (league_id, user_id),
  constraint league_invitation_role_check CHECK (role = 'owner'::text OR (role = ANY (ARRAY['admin'::text, 'resultEditor'::text, 'steward'::text]))),
  constraint league_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint league_invitation_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE,
  constraint league_invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column league_invitation.user_id is 'The invited user.';
comment on column league_invitation.role is '`owner` offers the league itself to a member.';
CREATE INDEX league_invitation_author ON league_invitation USING btree (invited_by);
CREATE INDEX league_invitation_expiry ON league_invitation USING btree (expires_at);
CREATE UNIQUE INDEX league_invitation_owner ON league_invitation USING btree (league_id) WHERE role = 'owner'::text;
CREATE INDEX league_invitation_user ON league_invitation USING btree (user_id, created_at);

create table league_invitation_link (
  league_id uuid not null,
  role text not null,
  code_hash bytea not null,
  invited_by uuid not null,
  uses_left integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint league_invitation_link_pkey PRIMARY KEY (league_id, role),
  constraint league_invitation_link_code_hash_key UNIQUE (code_hash),
  constraint league_invitation_link_role_check CHECK (role = ANY (ARRAY['admin'::text, 'resultEditor'::text, 'steward'::text])),
  constraint league_invitation_link_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint league_invitation_link_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE
);
comment on column league_invitation_link.code_hash is 'SHA-256 of the code.';
CREATE INDEX league_invitation_link_author ON league_invitation_link USING btree (invited_by);
CREATE INDEX league_invitation_link_expiry ON league_invitation_link USING btree (expires_at);

create table league_member (
  league_id uuid not null,
  user_id uuid not null,
  role text not null,
  added_at timestamp with time zone default now() not null,
  constraint league_member_pkey PRIMARY KEY (league_id, user_id),
  constraint league_member_role_check CHECK (role = ANY (ARRAY['admin'::text, 'resultEditor'::text, 'steward'::text])),
  constraint league_member_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE,
  constraint league_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX league_member_user ON league_member USING btree (user_id);

create table league_picture (
  league_id uuid not null,
  file_key uuid not null,
  content_type text not null,
  bytes integer not null,
  etag text not null,
  kind text default 'thumbnail'::text not null,
  constraint league_picture_pkey PRIMARY KEY (league_id, kind),
  constraint league_picture_file_key_key UNIQUE (file_key),
  constraint league_picture_kind_check CHECK (kind = ANY (ARRAY['thumbnail'::text, 'banner'::text])),
  constraint league_picture_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE
);

create table league_picture_kept (
  league_id uuid not null,
  version integer not null,
  file_key uuid not null,
  content_type text not null,
  bytes integer not null,
  etag text not null,
  constraint league_picture_kept_pkey PRIMARY KEY (league_id, version),
  constraint league_picture_kept_file_key_key UNIQUE (file_key),
  constraint league_picture_kept_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE
);
comment on column league_picture_kept.version is 'The version of the league, after the change that took the picture away.';

create table node (
  id text not null,
  instance uuid not null,
  host text,
  tcp_port integer not null,
  seen_at timestamp with time zone not null,
  draining boolean default false not null,
  data_folder text,
  constraint node_pkey PRIMARY KEY (id)
);
comment on table node is 'A server process on this database.';
comment on column node.instance is 'Differs at every start: an older process of the same id is fenced off.';
comment on column node.host is 'Where recorders reach it; null for the host that they registered at.';
comment on column node.data_folder is 'Nodes with the same one share DATA_DIR, and so their journals.';

create table live_owner (
  user_id uuid not null,
  node_id text,
  epoch bigint not null,
  since_epoch bigint not null,
  is_free boolean not null,
  constraint live_owner_pkey PRIMARY KEY (user_id),
  constraint live_owner_node_id_fkey FOREIGN KEY (node_id) REFERENCES node(id) ON DELETE SET NULL,
  constraint live_owner_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on table live_owner is 'Which node records a user.';
comment on column live_owner.node_id is 'The node of the last claim; null once that node is forgotten.';
comment on column live_owner.epoch is 'Rises with every claim.';
comment on column live_owner.since_epoch is 'Since this claim the user was recorded into the same DATA_DIR.';
comment on column live_owner.is_free is 'The node has released the stream.';
CREATE INDEX live_owner_node ON live_owner USING btree (node_id);

create table notification_settings (
  user_id uuid not null,
  is_mail_on boolean default true not null,
  language text not null,
  preferences jsonb default '{}'::jsonb not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint notification_settings_language_check CHECK (language = ANY (ARRAY['en'::text, 'de'::text])),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column notification_settings.preferences is 'What differs from the defaults.';

create table personal_access_token (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint personal_access_token_pkey PRIMARY KEY (id),
  constraint personal_access_token_token_hash_key UNIQUE (token_hash),
  constraint personal_access_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column personal_access_token.token_hash is 'SHA-256 of the token.';
CREATE INDEX personal_access_token_user ON personal_access_token USING btree (user_id);

create table push_device (
  id uuid not null,
  user_id uuid not null,
  endpoint_hash bytea not null,
  endpoint bytea not null,
  secrets bytea not null,
  user_agent text,
  language text not null,
  busy_until timestamp with time zone default now() not null,
  failing_since timestamp with time zone,
  attempted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint push_device_pkey PRIMARY KEY (id),
  constraint push_device_endpoint_hash_key UNIQUE (endpoint_hash),
  constraint push_device_language_check CHECK (language = ANY (ARRAY['en'::text, 'de'::text])),
  constraint push_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column push_device.endpoint_hash is 'SHA-256: a browser is subscribed for one user.';
comment on column push_device.endpoint is 'Encrypted.';
comment on column push_device.secrets is 'Encrypted JSON of the keys that messages are encrypted with.';
CREATE INDEX push_device_user ON push_device USING btree (user_id);

create unlogged table rate_bucket (
  key bytea not null,
  full_at timestamp with time zone not null,
  constraint rate_bucket_pkey PRIMARY KEY (key)
) with (fillfactor=70);
comment on table rate_bucket is 'What a caller has left of a limit.';
comment on column rate_bucket.key is 'A hash of the limit''s name and of the user, address or network that it counts for.';

create table recorder_key (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  key_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint recorder_key_pkey PRIMARY KEY (id),
  constraint recorder_key_key_hash_key UNIQUE (key_hash),
  constraint recorder_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column recorder_key.key_hash is 'SHA-256 of the key.';
CREATE INDEX recorder_key_user ON recorder_key USING btree (user_id);

create table recorder_pairing (
  user_code text not null,
  device_hash bytea not null,
  computer_name text not null,
  operating_system text not null,
  recorder_version text not null,
  ip_address text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  interval_ms integer not null,
  next_poll_at timestamp with time zone not null,
  approved_by uuid,
  is_refused boolean default false not null,
  constraint recorder_pairing_pkey PRIMARY KEY (user_code),
  constraint recorder_pairing_device_hash_key UNIQUE (device_hash)
);
comment on table recorder_pairing is 'A recorder that waits to be connected to an account.';

create table removed_capture (
  session_id uuid not null,
  capture_key text not null,
  removed_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  constraint removed_capture_pkey PRIMARY KEY (session_id)
);
comment on table removed_capture is 'A capture of a deleted session, or one that was removed by age or quota.';

create table schema_compatibility (
  id boolean default true not null,
  oldest_server text not null,
  constraint schema_compatibility_pkey PRIMARY KEY (id),
  constraint schema_compatibility_id_check CHECK (id)
);
comment on column schema_compatibility.oldest_server is 'The oldest server that runs on this schema, by the newest schema that it knows.';

create table season (
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  points_system jsonb not null,
  aliases jsonb default '[]'::jsonb not null,
  dismissed_merges jsonb default '[]'::jsonb not null,
  visibility text default 'link'::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  search_name text generated always as (search_text(name)) stored,
  starting_points jsonb default '{"teams": [], "drivers": []}'::jsonb not null,
  constraint season_pkey PRIMARY KEY (id),
  constraint season_visibility_check CHECK (visibility = ANY (ARRAY['listed'::text, 'link'::text, 'private'::text])),
  constraint season_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column season.dismissed_merges is 'Names that the organiser says are different drivers.';
comment on column season.visibility is 'Maintained by triggers from the leagues that the season is in.';
CREATE INDEX season_deleted ON season USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX season_newest ON season USING btree (id DESC) WHERE visibility = 'listed'::text AND deleted_at IS NULL;
CREATE INDEX season_owner ON season USING btree (owner_id, id DESC);
CREATE INDEX season_search ON season USING gin (search_name gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX season_search_beginning ON season USING btree (search_name text_pattern_ops) WHERE deleted_at IS NULL;

create table follow (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  league_id uuid,
  season_id uuid,
  is_following boolean not null,
  created_at timestamp with time zone default now() not null,
  constraint follow_pkey PRIMARY KEY (id),
  constraint follow_user_id_league_id_key UNIQUE (user_id, league_id),
  constraint follow_user_id_season_id_key UNIQUE (user_id, season_id),
  constraint follow_check CHECK (num_nonnulls(league_id, season_id) = 1),
  constraint follow_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE,
  constraint follow_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint follow_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column follow.league_id is 'Either a league or a season.';
comment on column follow.is_following is 'False for a user who has unfollowed what they follow automatically.';
CREATE INDEX follow_league ON follow USING btree (league_id) WHERE league_id IS NOT NULL;
CREATE INDEX follow_season ON follow USING btree (season_id) WHERE season_id IS NOT NULL;

create table league_season (
  league_id uuid not null,
  season_id uuid not null,
  added_at timestamp with time zone default now() not null,
  constraint league_season_pkey PRIMARY KEY (league_id, season_id),
  constraint league_season_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE,
  constraint league_season_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
CREATE INDEX league_season_season ON league_season USING btree (season_id);

create table notification_event (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject text not null,
  season_id uuid not null,
  user_id uuid,
  details jsonb default '{}'::jsonb not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  dispatched_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint notification_event_pkey PRIMARY KEY (id),
  constraint notification_event_season_id_subject_key UNIQUE (season_id, subject),
  constraint notification_event_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint notification_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column notification_event.user_id is 'The only user to notify; null for all who follow the season.';
CREATE INDEX notification_event_created ON notification_event USING btree (created_at);
CREATE INDEX notification_event_due ON notification_event USING btree (due_at) WHERE dispatched_at IS NULL;
CREATE INDEX notification_event_user ON notification_event USING btree (user_id) WHERE user_id IS NOT NULL;

create table notification (
  id uuid default gen_random_uuid() not null,
  event_id uuid constraint notification_event_id_not_null1 not null,
  user_id uuid not null,
  device_id uuid,
  subject text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  mail_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_user_id_subject_device_id_key UNIQUE NULLS NOT DISTINCT (user_id, subject, device_id),
  constraint notification_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'dropped'::text])),
  constraint notification_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_device(id) ON DELETE CASCADE,
  constraint notification_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE,
  constraint notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column notification.device_id is 'Null for a mail.';
comment on column notification.subject is 'What it is about; a user gets it once by mail and once at each device.';
comment on column notification.mail_id is 'Notifications of one mail share it.';
CREATE INDEX notification_device ON notification USING btree (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX notification_event_id ON notification USING btree (event_id);
CREATE INDEX notification_mail_due ON notification USING btree (due_at) WHERE ended_at IS NULL AND device_id IS NULL;
CREATE INDEX notification_push_due ON notification USING btree (due_at) WHERE ended_at IS NULL AND device_id IS NOT NULL;

create table owner_change (
  id uuid not null,
  league_id uuid,
  season_id uuid,
  version integer not null,
  author_id uuid not null,
  action text not null,
  details jsonb not null,
  at timestamp with time zone default now() not null,
  is_author_deleted boolean default false not null,
  constraint owner_change_pkey PRIMARY KEY (id),
  constraint owner_change_check CHECK (num_nonnulls(league_id, season_id) = 1),
  constraint owner_change_author_id_fkey FOREIGN KEY (author_id) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint owner_change_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE,
  constraint owner_change_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
comment on table owner_change is 'What an owner or a member did: to a league or to a season.';
comment on column owner_change.version is 'The version of the league or season, after the change.';
comment on column owner_change.is_author_deleted is 'The account of its author is deleted, and `author_id` is the owner.';
CREATE INDEX owner_change_author ON owner_change USING btree (author_id);
CREATE INDEX owner_change_league ON owner_change USING btree (league_id, version) WHERE league_id IS NOT NULL;
CREATE INDEX owner_change_season ON owner_change USING btree (season_id, version) WHERE season_id IS NOT NULL;

create table owner_change_row (
  change_id uuid not null,
  place bigint generated always as identity not null,
  table_name text not null,
  key jsonb not null,
  before jsonb,
  after jsonb,
  constraint owner_change_row_pkey PRIMARY KEY (change_id, place),
  constraint owner_change_row_change_id_fkey FOREIGN KEY (change_id) REFERENCES owner_change(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
comment on table owner_change_row is 'A row that a change added (`before` is null), replaced or removed (`after` is null); written by triggers.';

create table season_attendance (
  event_id uuid not null,
  user_id uuid not null,
  season_id uuid not null,
  answer text,
  answered_at timestamp with time zone,
  called_up_at timestamp with time zone,
  constraint season_attendance_pkey PRIMARY KEY (event_id, user_id),
  constraint season_attendance_answer_check CHECK (answer = ANY (ARRAY['accepted'::text, 'declined'::text, 'tentative'::text])),
  constraint season_attendance_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint season_attendance_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column season_attendance.called_up_at is 'When a reserve was asked to take a free place; null for others.';
CREATE INDEX season_attendance_season ON season_attendance USING btree (season_id);
CREATE INDEX season_attendance_user ON season_attendance USING btree (user_id);

create table season_attendance_reminder (
  event_id uuid not null,
  user_id uuid not null,
  season_id uuid not null,
  deadline_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint season_attendance_reminder_pkey PRIMARY KEY (event_id, user_id, deadline_at),
  constraint season_attendance_reminder_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint season_attendance_reminder_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX season_attendance_reminder_season ON season_attendance_reminder USING btree (season_id);
CREATE INDEX season_attendance_reminder_user ON season_attendance_reminder USING btree (user_id);

create table season_attendance_rule (
  season_id uuid not null,
  deadline_hours smallint not null,
  constraint season_attendance_rule_pkey PRIMARY KEY (season_id),
  constraint season_attendance_rule_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);

create table season_claim (
  id uuid not null,
  season_id uuid not null,
  user_id uuid not null,
  name text not null,
  status text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint season_claim_pkey PRIMARY KEY (id),
  constraint season_claim_season_id_user_id_key UNIQUE (season_id, user_id),
  constraint season_claim_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text])),
  constraint season_claim_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint season_claim_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column season_claim.name is 'The name in the standings when it was claimed.';
CREATE INDEX season_claim_user ON season_claim USING btree (user_id);

create table season_driver_attendance (
  event_id uuid not null,
  driver_id uuid not null,
  season_id uuid not null,
  answer text,
  answered_at timestamp with time zone,
  called_up_at timestamp with time zone,
  constraint season_driver_attendance_pkey PRIMARY KEY (event_id, driver_id),
  constraint season_driver_attendance_answer_check CHECK (answer = ANY (ARRAY['accepted'::text, 'declined'::text, 'tentative'::text])),
  constraint season_driver_attendance_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
comment on table season_driver_attendance is 'The answers of drivers without an account.';
comment on column season_driver_attendance.driver_id is 'Their entry of the roster.';
comment on column season_driver_attendance.called_up_at is 'When a reserve was asked to take a free place; null for others.';
CREATE INDEX season_driver_attendance_season ON season_driver_attendance USING btree (season_id);

create table season_driver_platform (
  season_id uuid not null,
  driver_id uuid not null,
  platform_id text not null,
  user_id uuid,
  constraint season_driver_platform_pkey PRIMARY KEY (season_id, driver_id),
  constraint season_driver_platform_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint season_driver_platform_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on table season_driver_platform is 'Apart from the driver, since only organisers and the driver may read it.';
comment on column season_driver_platform.user_id is 'The driver, so that it is erased with their account; null if nobody has claimed the name.';
CREATE INDEX season_driver_platform_user ON season_driver_platform USING btree (user_id) WHERE user_id IS NOT NULL;

create table season_event (
  id uuid not null,
  season_id uuid not null,
  track smallint not null,
  name text not null,
  starts_at timestamp with time zone,
  constraint season_event_pkey PRIMARY KEY (id),
  constraint season_event_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
CREATE INDEX season_event_season ON season_event USING btree (season_id);

create table season_publication (
  season_id uuid not null,
  version integer not null,
  status text not null,
  note text not null,
  published_at timestamp with time zone default now() not null,
  standings bytea storage external not null,
  constraint season_publication_pkey PRIMARY KEY (season_id, version),
  constraint season_publication_status_check CHECK (status = ANY (ARRAY['provisional'::text, 'official'::text])),
  constraint season_publication_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
comment on column season_publication.standings is 'JSON as gzip.';

create table season_sign_up (
  id uuid not null,
  season_id uuid not null,
  user_id uuid not null,
  name text not null,
  tier text not null,
  platform_id text,
  answers jsonb not null,
  status text not null,
  is_approved boolean default false not null,
  driver_id uuid,
  queued_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  constraint season_sign_up_pkey PRIMARY KEY (id),
  constraint season_sign_up_season_id_user_id_key UNIQUE (season_id, user_id),
  constraint season_sign_up_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'waiting'::text, 'refused'::text, 'withdrawn'::text])),
  constraint season_sign_up_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint season_sign_up_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column season_sign_up.is_approved is 'Whether an organiser has accepted the driver, who may wait for a place.';
comment on column season_sign_up.driver_id is 'Their entry of the roster; null if they have none.';
comment on column season_sign_up.queued_at is 'Orders the waiting list.';
CREATE INDEX season_sign_up_user ON season_sign_up USING btree (user_id);

create table season_sign_up_form (
  season_id uuid not null,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  needs_approval boolean not null,
  capacity smallint,
  tiers jsonb not null,
  questions jsonb not null,
  note text not null,
  constraint season_sign_up_form_pkey PRIMARY KEY (season_id),
  constraint season_sign_up_form_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);

create table season_team (
  season_id uuid not null,
  id uuid not null,
  place smallint not null,
  name text not null,
  colour text not null,
  constraint season_team_pkey PRIMARY KEY (season_id, id),
  constraint season_team_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
comment on column season_team.id is 'Chosen by the caller that added it.';
comment on column season_team.place is 'The place in the organiser''s order.';

create table season_driver (
  season_id uuid not null,
  id uuid not null,
  place smallint not null,
  name text not null,
  car_number smallint,
  team_id uuid,
  from_event_id uuid,
  to_event_id uuid,
  is_reserve boolean not null,
  tier text not null,
  constraint season_driver_pkey PRIMARY KEY (season_id, id),
  constraint season_driver_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint season_driver_season_id_team_id_fkey FOREIGN KEY (season_id, team_id) REFERENCES season_team(season_id, id)
);
CREATE INDEX season_driver_team ON season_driver USING btree (season_id, team_id);

create table season_team_picture (
  file_key uuid not null,
  season_id uuid not null,
  team_id uuid not null,
  content_type text not null,
  bytes integer not null,
  etag text not null,
  archived_version integer,
  constraint season_team_picture_pkey PRIMARY KEY (file_key),
  constraint season_team_picture_season_id_archived_version_key UNIQUE (season_id, archived_version),
  constraint season_team_picture_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
comment on column season_team_picture.team_id is 'It stays while the team is not in the roster, for an undo.';
comment on column season_team_picture.archived_version is 'Version of the season of the change that replaced or removed it; null: the team has it now.';
CREATE UNIQUE INDEX season_team_picture_current ON season_team_picture USING btree (season_id, team_id) WHERE archived_version IS NULL;

create table session (
  id uuid not null,
  internal_session_id bigint generated always as identity not null,
  game_session_id text not null,
  user_id uuid not null,
  status text not null,
  track_id smallint not null,
  track_name text not null,
  session_type smallint not null,
  number_of_laps smallint,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  game_version smallint,
  game_build text not null,
  packet_format smallint,
  is_multiplayer boolean,
  season_link_identifier bigint not null,
  weekend_link_identifier bigint not null,
  session_link_identifier bigint not null,
  start_track_temp smallint,
  start_air_temp smallint,
  start_weather smallint,
  detail bytea storage external,
  detail_etag text,
  capture_key text,
  created_at timestamp with time zone default now() not null,
  own_detail bytea storage external,
  group_id uuid,
  derived_at timestamp with time zone,
  frames_seen real,
  laps_missing integer,
  hidden_names smallint,
  restricted_drivers smallint,
  classification text,
  lap_marks integer[] default '{}'::integer[] not null,
  best_lap_ms integer,
  origin text,
  document_hash text,
  highlights jsonb,
  is_uploaded boolean default false not null,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_internal_session_id_key UNIQUE (internal_session_id),
  constraint session_classification_check CHECK (classification = ANY (ARRAY['final'::text, 'provisional'::text])),
  constraint session_origin_check CHECK (origin = ANY (ARRAY['hand'::text, 'document'::text])),
  constraint session_origin_has_hash CHECK ((origin IS NULL) = (document_hash IS NULL)),
  constraint session_recorded_has_detail CHECK (status = 'live'::text OR detail IS NOT NULL AND detail_etag IS NOT NULL),
  constraint session_status_check CHECK (status = ANY (ARRAY['live'::text, 'recorded'::text])),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column session.game_session_id is 'The game''s session UID as a decimal string.';
comment on column session.detail is 'The session detail document as gzip, sent as it is stored.';
comment on column session.own_detail is 'What the recording itself says, where siblings fill `detail`; null where it is the same.';
comment on column session.group_id is 'The same for all recordings of one session; null where there is one alone.';
comment on column session.derived_at is 'When the document was last derived from its datagrams.';
comment on column session.lap_marks is 'Marks of its laps, which distinguish the session from others.';
comment on column session.best_lap_ms is 'The best lap of the user who recorded it; null for a spectator and where it is not known.';
comment on column session.origin is 'Where a result comes from that no recorder saw: who sent it is all that vouches for it. Null for others.';
comment on column session.document_hash is 'Identifies a result that is sent twice; set together with `origin`.';
comment on column session.highlights is 'Null until it is derived from the document.';
comment on column session.is_uploaded is 'Its capture was uploaded as a file, and not streamed by a recorder or a game.';
CREATE INDEX session_best_laps ON session USING btree (user_id, track_id, best_lap_ms) WHERE best_lap_ms IS NOT NULL;
CREATE INDEX session_blocks ON session USING brin (internal_session_id, started_at, ended_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX session_by_classification ON session USING btree (classification, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_ended_at ON session USING btree (ended_at, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_frames_seen ON session USING btree (frames_seen, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_game_build ON session USING btree (game_build, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_game_session ON session USING gin (game_session_id gin_trgm_ops) WHERE status = 'recorded'::text;
CREATE INDEX session_by_game_version ON session USING btree (game_version, started_at DESC, id DESC) INCLUDE (track_id, session_type, number_of_laps, user_id) WHERE status = 'recorded'::text;
CREATE INDEX session_by_internal_number ON session USING btree (internal_session_id) INCLUDE (started_at, id) WHERE status = 'recorded'::text;
CREATE INDEX session_by_is_multiplayer ON session USING btree (is_multiplayer, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_laps_missing ON session USING btree (laps_missing, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_number_of_laps ON session USING btree (number_of_laps, started_at DESC, id DESC) INCLUDE (track_id, session_type, game_version, user_id) WHERE status = 'recorded'::text;
CREATE INDEX session_by_packet_format ON session USING btree (packet_format, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_season_link_identifier ON session USING btree (season_link_identifier, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_session_link_identifier ON session USING btree (session_link_identifier, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_session_type ON session USING btree (session_type, started_at DESC, id DESC) INCLUDE (track_id, number_of_laps, game_version, user_id) WHERE status = 'recorded'::text;
CREATE INDEX session_by_start_air_temp ON session USING btree (start_air_temp, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_start_track_temp ON session USING btree (start_track_temp, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_start_weather ON session USING btree (start_weather, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE INDEX session_by_track_id ON session USING btree (track_id, started_at DESC, id DESC) INCLUDE (session_type, number_of_laps, game_version, user_id) WHERE status = 'recorded'::text;
CREATE INDEX session_by_weekend_link_identifier ON session USING btree (weekend_link_identifier, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE UNIQUE INDEX session_document_hash ON session USING btree (user_id, document_hash) WHERE origin IS NOT NULL;
CREATE INDEX session_game_session ON session USING btree (game_session_id) WHERE status = 'recorded'::text;
CREATE INDEX session_group ON session USING btree (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX session_live ON session USING btree (id) WHERE status = 'live'::text;
CREATE INDEX session_lobby ON session USING btree (track_id, session_type, started_at) WHERE status = 'recorded'::text AND is_multiplayer;
CREATE INDEX session_recorded_newest ON session USING btree (started_at DESC, id DESC) INCLUDE (user_id, game_session_id, internal_session_id, track_id, track_name, session_type, number_of_laps, ended_at, game_version, game_build, packet_format, is_multiplayer, season_link_identifier, weekend_link_identifier, session_link_identifier, start_track_temp, start_air_temp, start_weather, frames_seen, laps_missing, classification) WHERE status = 'recorded'::text;
CREATE INDEX session_track_name ON session USING btree (track_name, started_at DESC, id DESC) WHERE status = 'recorded'::text;
CREATE UNIQUE INDEX session_user_document ON session USING btree (user_id, game_session_id) WHERE origin IS NOT NULL;
CREATE UNIQUE INDEX session_user_game_session ON session USING btree (user_id, game_session_id) WHERE origin IS NULL;
CREATE INDEX session_user_newest ON session USING btree (user_id, started_at DESC);
CREATE INDEX session_user_recorded ON session USING btree (user_id, started_at DESC, id DESC) INCLUDE (track_id, session_type) WHERE status = 'recorded'::text;
CREATE INDEX session_weekend ON session USING btree (weekend_link_identifier) WHERE weekend_link_identifier <> 0;

create table capture_size (
  session_id uuid not null,
  capture_key text not null,
  bytes bigint not null,
  constraint capture_size_pkey PRIMARY KEY (session_id),
  constraint capture_size_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
comment on table capture_size is 'The size of the capture with this key; the session may have another one by now.';

create table driven_lap (
  session_id uuid not null,
  lap_num integer not null,
  user_id uuid not null,
  driver_idx integer not null,
  track_id integer not null,
  game_version integer not null,
  session_kind text not null,
  tyre_class text not null,
  weather text not null,
  tyre_compound integer not null,
  tyre_age_laps integer not null,
  lap_time_ms integer not null,
  sector1_time_ms integer not null,
  sector2_time_ms integer not null,
  sector3_time_ms integer not null,
  withheld text,
  is_best boolean default false not null,
  driven_at timestamp with time zone,
  has_trace boolean default false not null,
  is_proven boolean,
  formula text default 'f1'::text not null,
  performance text default 'standard'::text not null,
  assists text[],
  set_age_laps integer,
  constraint driven_lap_pkey PRIMARY KEY (session_id, lap_num),
  constraint driven_lap_session_kind_check CHECK (session_kind = ANY (ARRAY['race'::text, 'qualifying'::text, 'practice'::text, 'timeTrial'::text])),
  constraint driven_lap_tyre_class_check CHECK (tyre_class = ANY (ARRAY['dry'::text, 'intermediate'::text, 'wet'::text])),
  constraint driven_lap_weather_check CHECK (weather = ANY (ARRAY['dry'::text, 'wet'::text])),
  constraint driven_lap_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint driven_lap_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on table driven_lap is 'A complete lap of the user who recorded the session.';
comment on column driven_lap.tyre_age_laps is 'Laps of the stint that the tyres had done before.';
comment on column driven_lap.withheld is 'Why it is in no record; null for most.';
comment on column driven_lap.is_best is 'The user''s best in its category.';
comment on column driven_lap.driven_at is 'When the session started; null unless it is recorded. Written by triggers, as is `has_trace`.';
comment on column driven_lap.is_proven is 'Null for laps from before that was checked.';
comment on column driven_lap.assists is 'Null for laps from before it was stored.';
comment on column driven_lap.set_age_laps is 'How many laps its tyres had done before, in every session; null where no telemetry has it.';
CREATE INDEX driven_lap_best ON driven_lap USING btree (user_id, game_version DESC, track_id, session_kind, tyre_class, weather, formula, performance) INCLUDE (session_id, lap_num, lap_time_ms, driver_idx, sector1_time_ms, sector2_time_ms, sector3_time_ms, tyre_compound, tyre_age_laps, set_age_laps, has_trace, driven_at, is_proven, assists) WHERE is_best;
CREATE INDEX driven_lap_record ON driven_lap USING btree (game_version, session_kind, tyre_class, weather, formula, performance, track_id, lap_time_ms, session_id, lap_num) INCLUDE (user_id, driver_idx, sector1_time_ms, sector2_time_ms, sector3_time_ms, tyre_compound, tyre_age_laps, set_age_laps, has_trace, driven_at, is_proven, assists) WHERE is_best;
CREATE INDEX driven_lap_user ON driven_lap USING btree (user_id, track_id, game_version, session_kind, tyre_class, weather, lap_time_ms);

create table lap_trace (
  session_id uuid not null,
  driver_idx smallint not null,
  lap_num smallint not null,
  flags integer not null,
  sample_hz real,
  trace bytea storage external not null,
  mini_sectors_ms integer[],
  contradiction text,
  is_proven boolean,
  constraint lap_trace_pkey PRIMARY KEY (session_id, driver_idx, lap_num),
  constraint lap_trace_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
comment on table lap_trace is 'A lap of a car against distance.';
comment on column lap_trace.flags is 'Bits by the places of `LAP_FLAGS`.';
comment on column lap_trace.mini_sectors_ms is 'Null if a part of the lap is unknown, and for traces from before there were any.';
comment on column lap_trace.contradiction is 'Why the lap can be in no record; null if nothing contradicts it.';
comment on column lap_trace.is_proven is 'Whether it proves the time of its lap; null for traces from before that was checked.';

create table lap_trace_job (
  session_id uuid not null,
  due_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  constraint lap_trace_job_pkey PRIMARY KEY (session_id),
  constraint lap_trace_job_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
comment on table lap_trace_job is 'A session that needs traces, made from its capture.';
CREATE INDEX lap_trace_job_due ON lap_trace_job USING btree (due_at);

create table live_session (
  session_id uuid not null,
  user_id uuid not null,
  orphaned_at timestamp with time zone,
  constraint live_session_pkey PRIMARY KEY (session_id),
  constraint live_session_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint live_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on table live_session is 'A session that is being driven; its row may be recorded, if it has gone on after a break.';
comment on column live_session.orphaned_at is 'Since when no node has it in memory; null while one does.';
CREATE INDEX live_session_user ON live_session USING btree (user_id);

create table season_session (
  season_id uuid not null,
  session_id uuid not null,
  event_id uuid not null,
  driver_names jsonb default '[]'::jsonb not null,
  role text not null,
  points_factor double precision default 1 not null,
  points_by_distance boolean default true not null,
  constraint season_session_pkey PRIMARY KEY (season_id, session_id),
  constraint season_session_role_check CHECK (role = ANY (ARRAY['race'::text, 'sprint'::text, 'qualifying'::text, 'sprintQualifying'::text, 'practice'::text])),
  constraint season_session_event_id_fkey FOREIGN KEY (event_id) REFERENCES season_event(id) ON DELETE CASCADE,
  constraint season_session_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint season_session_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX season_session_event ON season_session USING btree (event_id);
CREATE INDEX season_session_session ON season_session USING btree (session_id);

create table session_pit_loss (
  session_id uuid not null,
  flag text not null,
  track_id integer not null,
  game_version integer not null,
  track_length integer not null,
  low_ms integer not null,
  median_ms integer not null,
  high_ms integer not null,
  stops integer not null,
  constraint session_pit_loss_pkey PRIMARY KEY (session_id, flag),
  constraint session_pit_loss_flag_check CHECK (flag = ANY (ARRAY['racing'::text, 'virtualSafetyCar'::text, 'safetyCar'::text])),
  constraint session_pit_loss_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX session_pit_loss_track ON session_pit_loss USING btree (track_id, game_version, track_length, session_id);

create table session_result (
  session_id uuid not null,
  detail_etag text not null,
  result jsonb not null,
  constraint session_result_pkey PRIMARY KEY (session_id),
  constraint session_result_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
comment on column session_result.detail_etag is 'The tag of the document that it was made from.';

create table session_to_link (
  session_id uuid not null,
  mark bigint default nextval('session_mark'::regclass) not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  constraint session_to_link_pkey PRIMARY KEY (session_id)
);
comment on table session_to_link is 'A sibling was removed or a user renamed: the document has to be rebuilt.';
comment on column session_to_link.mark is 'Rises with every time it is marked.';

create table steward_case (
  id uuid not null,
  season_id uuid not null,
  number integer not null,
  session_id uuid not null,
  event_id uuid not null,
  lap smallint,
  event_seq integer,
  description text not null,
  links jsonb not null,
  reporter_id uuid,
  state text default 'open'::text not null,
  version integer default 1 not null,
  respond_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint steward_case_pkey PRIMARY KEY (id),
  constraint steward_case_season_id_number_key UNIQUE (season_id, number),
  constraint steward_case_state_check CHECK (state = ANY (ARRAY['open'::text, 'decided'::text, 'appealed'::text])),
  constraint steward_case_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint steward_case_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
comment on column steward_case.reporter_id is 'Null once the account is deleted.';
CREATE INDEX steward_case_reporter ON steward_case USING btree (reporter_id);

create table steward_case_car (
  case_id uuid not null,
  driver_idx smallint not null,
  name text not null,
  user_id uuid,
  constraint steward_case_car_pkey PRIMARY KEY (case_id, driver_idx),
  constraint steward_case_car_case_id_fkey FOREIGN KEY (case_id) REFERENCES steward_case(id) ON DELETE CASCADE,
  constraint steward_case_car_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX steward_case_car_user ON steward_case_car USING btree (user_id);

create table steward_comment (
  id uuid not null,
  case_id uuid not null,
  user_id uuid,
  text text not null,
  created_at timestamp with time zone not null,
  constraint steward_comment_pkey PRIMARY KEY (id),
  constraint steward_comment_case_id_fkey FOREIGN KEY (case_id) REFERENCES steward_case(id) ON DELETE CASCADE,
  constraint steward_comment_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX steward_comment_case ON steward_comment USING btree (case_id);
CREATE INDEX steward_comment_user ON steward_comment USING btree (user_id);

create table steward_decision (
  id uuid not null,
  season_id uuid not null,
  case_id uuid not null,
  number integer not null,
  penalties jsonb not null,
  reason text not null,
  author_id uuid,
  published_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  replaced_by integer,
  is_appealed boolean default false not null,
  constraint steward_decision_pkey PRIMARY KEY (id),
  constraint steward_decision_season_id_number_key UNIQUE (season_id, number),
  constraint steward_decision_author_id_fkey FOREIGN KEY (author_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint steward_decision_case_id_fkey FOREIGN KEY (case_id) REFERENCES steward_case(id) ON DELETE CASCADE,
  constraint steward_decision_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
CREATE INDEX steward_decision_author ON steward_decision USING btree (author_id);
CREATE INDEX steward_decision_case ON steward_decision USING btree (case_id);

create table season_adjustment (
  id uuid not null,
  season_id uuid not null,
  kind text not null,
  session_id uuid,
  driver_idx smallint,
  name text,
  seconds double precision,
  points double precision,
  reason text not null,
  author_id uuid not null,
  created_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  is_author_deleted boolean default false not null,
  places smallint,
  decision_id uuid,
  constraint season_adjustment_pkey PRIMARY KEY (id),
  constraint season_adjustment_author_id_fkey FOREIGN KEY (author_id) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint season_adjustment_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES steward_decision(id) ON DELETE CASCADE,
  constraint season_adjustment_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);
comment on column season_adjustment.is_author_deleted is 'The account of its author is deleted, and `author_id` is the owner.';
comment on column season_adjustment.decision_id is 'The stewards'' decision that made it; null for an adjustment of its own.';
CREATE INDEX season_adjustment_author ON season_adjustment USING btree (author_id);
CREATE INDEX season_adjustment_decision ON season_adjustment USING btree (decision_id) WHERE decision_id IS NOT NULL;
CREATE INDEX season_adjustment_season ON season_adjustment USING btree (season_id);

create table steward_proposal (
  id uuid not null,
  case_id uuid not null,
  user_id uuid,
  penalties jsonb not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint steward_proposal_pkey PRIMARY KEY (id),
  constraint steward_proposal_case_id_fkey FOREIGN KEY (case_id) REFERENCES steward_case(id) ON DELETE CASCADE,
  constraint steward_proposal_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX steward_proposal_case ON steward_proposal USING btree (case_id);
CREATE INDEX steward_proposal_user ON steward_proposal USING btree (user_id);

create table steward_rules (
  season_id uuid not null,
  rules jsonb not null,
  constraint steward_rules_pkey PRIMARY KEY (season_id),
  constraint steward_rules_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE
);

create table steward_statement (
  id uuid not null,
  case_id uuid not null,
  user_id uuid,
  kind text not null,
  text text not null,
  links jsonb not null,
  created_at timestamp with time zone not null,
  constraint steward_statement_pkey PRIMARY KEY (id),
  constraint steward_statement_case_id_kind_user_id_key UNIQUE (case_id, kind, user_id),
  constraint steward_statement_kind_check CHECK (kind = ANY (ARRAY['response'::text, 'appeal'::text])),
  constraint steward_statement_case_id_fkey FOREIGN KEY (case_id) REFERENCES steward_case(id) ON DELETE CASCADE,
  constraint steward_statement_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX steward_statement_user ON steward_statement USING btree (user_id);

create table steward_vote (
  case_id uuid not null,
  user_id uuid not null,
  proposal_id uuid not null,
  constraint steward_vote_pkey PRIMARY KEY (case_id, user_id),
  constraint steward_vote_case_id_fkey FOREIGN KEY (case_id) REFERENCES steward_case(id) ON DELETE CASCADE,
  constraint steward_vote_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES steward_proposal(id) ON DELETE CASCADE,
  constraint steward_vote_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX steward_vote_proposal ON steward_vote USING btree (proposal_id);
CREATE INDEX steward_vote_user ON steward_vote USING btree (user_id);

create table storage_leftover (
  file_key uuid not null,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  constraint storage_leftover_pkey PRIMARY KEY (file_key)
);
comment on table storage_leftover is 'A file that no object holds: one that is being written, or one to be removed.';
CREATE INDEX storage_leftover_due ON storage_leftover USING btree (due_at);

create table storage_object (
  id uuid not null,
  bucket text not null,
  path text not null,
  owner_id uuid,
  file_key uuid not null,
  content_type text not null,
  bytes integer not null,
  etag text not null,
  cache_control text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  user_metadata jsonb default '{}'::jsonb not null,
  constraint storage_object_pkey PRIMARY KEY (id),
  constraint storage_object_bucket_path_key UNIQUE (bucket, path),
  constraint storage_object_file_key_key UNIQUE (file_key),
  constraint storage_object_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column storage_object.owner_id is 'Null where the service key has put it there.';
comment on column storage_object.user_metadata is 'What its user says of it; the server never reads it.';
CREATE INDEX storage_object_owner ON storage_object USING btree (owner_id);

create table track_outline (
  track_id integer not null,
  game_version integer not null,
  track_length integer not null,
  user_id uuid not null,
  points text not null,
  sessions integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  pit_lane text,
  constraint track_outline_pkey PRIMARY KEY (track_id, game_version, track_length, user_id),
  constraint track_outline_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on column track_outline.points is 'JSON of the outline, as in the contract.';
comment on column track_outline.sessions is 'The number of sessions that it is the mean of.';
comment on column track_outline.pit_lane is 'JSON of the pit lane; null where no session has shown it.';
CREATE INDEX track_outline_user ON track_outline USING btree (user_id);

create table udp_lease (
  user_id uuid not null,
  key_id uuid not null,
  port integer not null,
  address text not null,
  leased_at timestamp with time zone not null,
  received_at timestamp with time zone,
  node_id text,
  constraint udp_lease_pkey PRIMARY KEY (user_id),
  constraint udp_lease_port_check CHECK (port >= 1 AND port <= 65535),
  constraint udp_lease_key_id_fkey FOREIGN KEY (key_id) REFERENCES recorder_key(id) ON DELETE CASCADE,
  constraint udp_lease_node_id_fkey FOREIGN KEY (node_id) REFERENCES node(id) ON DELETE SET NULL,
  constraint udp_lease_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
comment on table udp_lease is 'The right of a game at this address to send to a port.';
comment on column udp_lease.key_id is 'The recorder key that it was registered with.';
comment on column udp_lease.received_at is 'When the newest datagram was received, to the minute; null before the first.';
comment on column udp_lease.node_id is 'The server with the port; null for one that is forgotten.';
CREATE INDEX udp_lease_key ON udp_lease USING btree (key_id);
CREATE INDEX udp_lease_node ON udp_lease USING btree (node_id);

create table webhook (
  id uuid not null,
  league_id uuid not null,
  kind text not null,
  name text not null,
  language text not null,
  url bytea not null,
  secret bytea,
  types jsonb not null,
  state text default 'active'::text not null,
  failing_since timestamp with time zone,
  busy_until timestamp with time zone default now() not null,
  attempted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_kind_check CHECK (kind = ANY (ARRAY['discord'::text, 'generic'::text])),
  constraint webhook_language_check CHECK (language = ANY (ARRAY['en'::text, 'de'::text])),
  constraint webhook_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])),
  constraint webhook_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE
);
comment on column webhook.url is 'Encrypted.';
comment on column webhook.secret is 'Encrypted; null for a receiver without a signature.';
comment on column webhook.busy_until is 'While a server sends to it, and as long as the receiver asks to wait.';
CREATE INDEX webhook_league ON webhook USING btree (league_id);

create table webhook_delivery (
  id uuid default gen_random_uuid() not null,
  webhook_id uuid not null,
  type text not null,
  subject text not null,
  season_id uuid,
  details jsonb default '{}'::jsonb not null,
  content json,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  attempted_at timestamp with time zone,
  ended_at timestamp with time zone,
  status_code integer,
  duration_ms integer,
  failure text,
  answer text,
  created_at timestamp with time zone default now() not null,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_webhook_id_subject_key UNIQUE (webhook_id, subject),
  constraint webhook_delivery_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'dropped'::text])),
  constraint webhook_delivery_season_id_fkey FOREIGN KEY (season_id) REFERENCES season(id) ON DELETE CASCADE,
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
);
comment on column webhook_delivery.subject is 'What is announced; a receiver gets it once.';
comment on column webhook_delivery.content is 'Null before the first attempt.';
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (next_attempt_at) WHERE ended_at IS NULL;
CREATE INDEX webhook_delivery_log ON webhook_delivery USING btree (webhook_id, created_at);
CREATE INDEX webhook_delivery_season ON webhook_delivery USING btree (season_id);

create function announce(of_season uuid, wanted text, about text, more jsonb, unless text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    insert into webhook_delivery (webhook_id, type, subject, season_id, details)
    select webhook.id, wanted, about, of_season, more
    from league_season
    join league on league.id = league_season.league_id and league.deleted_at is null
    join webhook on webhook.league_id = league.id
    where season_id = of_season and state = 'active'
      and types @> jsonb_build_array(wanted) and not types @> jsonb_build_array(unless)
    order by webhook.id
    on conflict do nothing;
    if wanted = 'decision' then
      perform notify_of(of_season, 'ownDecision', about, more);
    elsif wanted in ('live', 'officialResult', 'rosterChange', 'signUpOpen') then
      perform notify_of(of_season, wanted, about, more);
    end if;
  end $function$;

create function announce_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform announce(new.season_id, 'decision', 'decision ' || new.id, jsonb_build_object(
      'adjustmentId', new.details -> 'adjustmentId', 'isRevoked', new.action = 'adjustmentRevoked'));
    return null;
  end $function$;

create function announce_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('pitboard_job', '');
    return null;
  end $function$;

create function announce_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from added) then perform pg_notify('pitboard_job', ''); end if;
    return null;
  end $function$;

create function announce_leagues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    head jsonb := jsonb_build_object('table', 'leagues', 'at', clock_timestamp());
    was boolean := false;
    stays boolean := false;
    said text := tg_op;
  begin
    if tg_op <> 'INSERT' then was := old.deleted_at is null; end if;
    if tg_op <> 'DELETE' then stays := new.deleted_at is null; end if;
    if was and (not stays or (tg_op = 'UPDATE' and old.is_public and not new.is_public)) then
      perform pg_notify('pitboard_change', (head || jsonb_build_object(
        'type', 'DELETE', 'keys', jsonb_build_object('id', old.id, 'owner_id', old.owner_id, 'is_public', old.is_public)))::text);
      said := 'INSERT';
    end if;
    if stays then
      if not was then said := 'INSERT'; end if;
      perform pg_notify('pitboard_change', (head || jsonb_build_object(
        'type', said, 'row', jsonb_build_object('id', new.id, 'name', new.name, 'owner_id', new.owner_id, 'is_public', new.is_public, 'updated_at', new.updated_at)))::text);
    end if;
    return null;
  end $function$;

create function announce_linked_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    more jsonb := jsonb_build_object('sessionId', new.session_id);
    driven record;
  begin
    select status, started_at as at from session
      where id = new.session_id into driven;
    if driven.status = 'live' then
      perform announce(new.season_id, 'live', 'live ' || new.session_id, more);
    elsif new.role <> 'practice' and driven.at > now() - interval '7 days' then
      perform announce(new.season_id, 'provisionalResult', 'result ' || new.session_id, more);
    end if;
    return null;
  end $function$;

create function announce_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('pitboard_live', '');
    return null;
  end $function$;

create function announce_profiles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      head jsonb := jsonb_build_object('table', 'profiles', 'type', tg_op, 'at', clock_timestamp());
      said jsonb;
    begin
      if tg_op = 'DELETE' then
        said := head || jsonb_build_object('keys', jsonb_build_object('id', old.id));
      else
        said := head || jsonb_build_object('row', jsonb_build_object('id', new.id, 'username', new.username, 'avatar_url', new.avatar_url, 'updated_at', new.updated_at));
        if octet_length(said::text) > 7900 then
          said := head || jsonb_build_object('keys', jsonb_build_object('id', new.id));
        end if;
      end if;
      perform pg_notify('pitboard_change', said::text);
      return null;
    end $function$;

create function announce_publication()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    about text := 'publication ' || new.season_id || ' ' || new.version;
    more jsonb := jsonb_build_object('publication', new.version);
  begin
    if new.status = 'official' then
      perform announce(new.season_id, 'officialResult', about, more);
      perform announce(new.season_id, 'standings', about, more, 'officialResult');
    else
      perform announce(new.season_id, 'standings', about, more);
    end if;
    return null;
  end $function$;

create function announce_published_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform announce(new.season_id, 'decision', 'decision ' || new.id,
      jsonb_strip_nulls(jsonb_build_object('decisionId', new.details -> 'decisionId',
        'adjustmentId', new.details -> 'adjustmentIds' -> 0,
        'isRevoked', new.action = 'decisionRevoked')));
    return null;
  end $function$;

create function announce_recorded_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform announce(season_id, 'provisionalResult', 'result ' || new.id,
      jsonb_build_object('sessionId', new.id))
    from season_session where session_id = new.id and role <> 'practice' order by season_id;
    return null;
  end $function$;

create function announce_roster()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform announce(new.season_id, 'rosterChange',
      'roster ' || new.season_id || ' ' || extract(epoch from date_trunc('hour', now())), '{}');
    return null;
  end $function$;

create function announce_seasons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    head jsonb := jsonb_build_object('table', 'seasons', 'at', clock_timestamp());
    was boolean := false;
    stays boolean := false;
    said text := tg_op;
  begin
    if tg_op <> 'INSERT' then was := old.deleted_at is null; end if;
    if tg_op <> 'DELETE' then stays := new.deleted_at is null; end if;
    if was and (not stays or (tg_op = 'UPDATE' and old.visibility <> 'private' and new.visibility = 'private')) then
      perform pg_notify('pitboard_change', (head || jsonb_build_object(
        'type', 'DELETE', 'keys', jsonb_build_object('id', old.id, 'owner_id', old.owner_id, 'visibility', old.visibility)))::text);
      said := 'INSERT';
    end if;
    if stays then
      if not was then said := 'INSERT'; end if;
      perform pg_notify('pitboard_change', (head || jsonb_build_object(
        'type', said, 'row', jsonb_build_object('id', new.id, 'name', new.name, 'owner_id', new.owner_id, 'visibility', new.visibility, 'updated_at', new.updated_at)))::text);
    end if;
    return null;
  end $function$;

create function announce_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('pitboard_session_end', json_build_object('user', old.user_id, 'session', old.id)::text);
    return null;
  end $function$;

create function announce_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      head jsonb := jsonb_build_object('table', 'sessions', 'type', tg_op, 'at', clock_timestamp());
      said jsonb;
    begin
      if tg_op = 'DELETE' then
        said := head || jsonb_build_object('keys', jsonb_build_object('id', old.id));
      else
        said := head || jsonb_build_object('row', jsonb_build_object('id', new.id, 'internal_session_id', new.internal_session_id, 'game_session_id', new.game_session_id, 'user_id', new.user_id, 'status', new.status, 'track_id', new.track_id, 'track_name', new.track_name, 'session_type', new.session_type, 'number_of_laps', new.number_of_laps, 'started_at', new.started_at, 'ended_at', new.ended_at, 'game_version', new.game_version, 'is_multiplayer', new.is_multiplayer, 'season_link_identifier', new.season_link_identifier, 'weekend_link_identifier', new.weekend_link_identifier, 'session_link_identifier', new.session_link_identifier));
        if octet_length(said::text) > 7900 then
          said := head || jsonb_build_object('keys', jsonb_build_object('id', new.id));
        end if;
      end if;
      perform pg_notify('pitboard_change', said::text);
      return null;
    end $function$;

create function announce_sign_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform announce(new.season_id, 'signUpOpen',
      'signUp ' || new.season_id || ' ' || coalesce(extract(epoch from new.opens_at), 0), '{}');
    return null;
  end $function$;

create function announce_undo()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    undone jsonb := (select details from owner_change
      where season_id = new.season_id and version = (new.details ->> 'undone')::integer);
  begin
    perform announce(new.season_id, 'decision', 'decision ' || new.id, jsonb_build_object(
      'adjustmentId', undone -> 'adjustmentId', 'isRevoked', new.details ->> 'did' = 'adjusted'));
    return null;
  end $function$;

create function announce_user_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_notify('pitboard_session_end', json_build_object('user', old.id, 'session', null)::text);
    return null;
  end $function$;

create function complete_driven_lap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.driven_at := (select started_at from session
      where id = new.session_id and status = 'recorded');
    new.has_trace := exists (select from lap_trace as trace
      where trace.session_id = new.session_id and trace.driver_idx = new.driver_idx
        and trace.lap_num = new.lap_num);
    return new;
  end $function$;

create function league_season_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'DELETE' then
      perform set_season_visibility(array[old.season_id]);
    else
      perform set_season_visibility(array[new.season_id]);
    end if;
    return null;
  end $function$;

create function league_visibility_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform set_season_visibility(array(
      select season_id from league_season where league_id = new.id order by season_id));
    return null;
  end $function$;

create function mark_to_link(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
    insert into session_to_link (session_id) select distinct unnest(ids) order by 1
    on conflict (session_id) do update
    set mark = nextval('session_mark'), attempts = 0, next_attempt_at = now()
  $function$;

create function note_replaced_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    was jsonb;
    became jsonb;
    row_key jsonb;
  begin
    if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
    if tg_op <> 'DELETE' then became := to_jsonb(new); end if;
    select jsonb_object_agg(name, coalesce(became, was) -> name) into row_key
      from unnest(string_to_array(tg_argv[0], ' ')) as name;
    if tg_op = 'UPDATE' then
      select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, became -> field.key)
        into was, became from jsonb_each(was) as field
        where field.value is distinct from became -> field.key
          and field.key <> all(string_to_array(tg_argv[1], ' '));
      if was is null then return null; end if;
    end if;
    insert into owner_change_row (change_id, table_name, key, before, after)
      values (current_setting('pitboard.change')::uuid, tg_table_name, row_key, was, became);
    return null;
  end $function$;

create function note_session_start()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update driven_lap
    set driven_at = case when new.status = 'recorded' then new.started_at end
    where session_id = new.id;
    return null;
  end $function$;

create function note_traces()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update driven_lap as lap set has_trace = tg_op = 'INSERT'
    from changed
    where lap.session_id = changed.session_id and lap.driver_idx = changed.driver_idx
      and lap.lap_num = changed.lap_num;
    return null;
  end $function$;

create function notify_of(of_season uuid, wanted text, about text, more jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
    insert into notification_event (kind, subject, season_id, details)
    values (wanted, about, of_season, more)
    on conflict do nothing
  $function$;

create function season_claim_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if 'approved' in (coalesce(old.status, ''), coalesce(new.status, '')) then
        update season set updated_at = now() where id = coalesce(new.season_id, old.season_id);
      end if;
      return null;
    end $function$;

create function session_captured()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into lap_trace_job (session_id) values (new.id)
    on conflict (session_id) do update set due_at = now(), attempts = 0;
    return null;
  end $function$;

create function session_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform mark_to_link(array(select id from session where group_id = old.group_id));
    if old.capture_key is not null then
      insert into removed_capture (session_id, capture_key) values (old.id, old.capture_key)
      on conflict do nothing;
    end if;
    return null;
  end $function$;

create function set_season_visibility(seasons uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
    update season set visibility = found.visibility
    from (
      select asked.id, case
        when coalesce(bool_or(league.is_public and league.deleted_at is null), false) then 'listed'
        when coalesce(bool_or(not league.is_public), false) then 'private'
        else 'link' end as visibility
      from unnest(seasons) as asked (id)
      left join league_season on league_season.season_id = asked.id
      left join league on league.id = league_season.league_id
      group by asked.id
    ) as found
    where season.id = found.id and season.visibility <> found.visibility
  $function$;

create function storage_file_left()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into storage_leftover (file_key, due_at) values (old.file_key, now())
    on conflict do nothing;
    return null;
  end $function$;

create function user_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform mark_to_link(array(
      select id from session
      where user_id = new.id or group_id in (select group_id from session where user_id = new.id)
    ));
    return null;
  end $function$;

CREATE TRIGGER announce_profiles AFTER INSERT OR DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION announce_profiles();
CREATE TRIGGER announce_profiles_update AFTER UPDATE ON "user" FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old.username IS DISTINCT FROM new.username OR old.avatar_url IS DISTINCT FROM new.avatar_url OR old.updated_at IS DISTINCT FROM new.updated_at) EXECUTE FUNCTION announce_profiles();
CREATE TRIGGER user_renamed AFTER UPDATE OF username ON "user" FOR EACH ROW WHEN (old.username IS DISTINCT FROM new.username) EXECUTE FUNCTION user_renamed();

CREATE TRIGGER announce_jobs AFTER INSERT ON auth.outbox REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF next_attempt_at ON auth.outbox FOR EACH ROW WHEN (new.next_attempt_at < old.next_attempt_at) EXECUTE FUNCTION announce_job();

CREATE TRIGGER sessions_announce_end AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION announce_session_end();

CREATE TRIGGER users_announce_ban AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN ((old.banned_until IS DISTINCT FROM new.banned_until OR old.deleted_at IS DISTINCT FROM new.deleted_at) AND (new.banned_until IS NOT NULL OR new.deleted_at IS NOT NULL)) EXECUTE FUNCTION announce_user_end();
CREATE TRIGGER users_announce_end AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION announce_user_end();

CREATE TRIGGER complete_driven_lap BEFORE INSERT ON driven_lap FOR EACH ROW EXECUTE FUNCTION complete_driven_lap();

CREATE TRIGGER announce_jobs AFTER INSERT ON job REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF due_at ON job FOR EACH ROW WHEN (new.due_at < old.due_at OR old.ended_at IS NOT NULL AND new.ended_at IS NULL) EXECUTE FUNCTION announce_job();

CREATE TRIGGER note_deleted_traces AFTER DELETE ON lap_trace REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_traces();
CREATE TRIGGER note_new_traces AFTER INSERT ON lap_trace REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_traces();

CREATE TRIGGER announce_jobs AFTER INSERT ON lap_trace_job REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF due_at ON lap_trace_job FOR EACH ROW WHEN (new.due_at < old.due_at) EXECUTE FUNCTION announce_job();

CREATE TRIGGER announce_leagues AFTER INSERT OR DELETE ON league FOR EACH ROW EXECUTE FUNCTION announce_leagues();
CREATE TRIGGER announce_leagues_update AFTER UPDATE ON league FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old.name IS DISTINCT FROM new.name OR old.owner_id IS DISTINCT FROM new.owner_id OR old.is_public IS DISTINCT FROM new.is_public OR old.updated_at IS DISTINCT FROM new.updated_at OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION announce_leagues();
CREATE TRIGGER league_visibility_changed AFTER UPDATE ON league FOR EACH ROW WHEN (old.is_public IS DISTINCT FROM new.is_public OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION league_visibility_changed();
CREATE TRIGGER note_replaced_row AFTER UPDATE ON league FOR EACH ROW WHEN (current_setting('pitboard.change'::text, true) <> ''::text) EXECUTE FUNCTION note_replaced_row('id', 'owner_id version visibility created_at updated_at deleted_at search_name');

CREATE TRIGGER league_picture_removed AFTER DELETE ON league_picture FOR EACH ROW EXECUTE FUNCTION storage_file_left();
CREATE TRIGGER league_picture_replaced AFTER UPDATE OF file_key ON league_picture FOR EACH ROW WHEN (old.file_key <> new.file_key) EXECUTE FUNCTION storage_file_left();

CREATE TRIGGER league_picture_kept_removed AFTER DELETE ON league_picture_kept FOR EACH ROW EXECUTE FUNCTION storage_file_left();

CREATE TRIGGER league_season_changed AFTER INSERT OR DELETE ON league_season FOR EACH ROW EXECUTE FUNCTION league_season_changed();

CREATE TRIGGER announce_live AFTER INSERT ON live_session FOR EACH ROW EXECUTE FUNCTION announce_live();

CREATE TRIGGER announce_jobs AFTER INSERT ON notification REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF due_at ON notification FOR EACH ROW WHEN (new.due_at < old.due_at OR old.ended_at IS NOT NULL AND new.ended_at IS NULL) EXECUTE FUNCTION announce_job();

CREATE TRIGGER announce_jobs AFTER INSERT ON notification_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF due_at ON notification_event FOR EACH ROW WHEN (new.due_at < old.due_at OR old.dispatched_at IS NOT NULL AND new.dispatched_at IS NULL) EXECUTE FUNCTION announce_job();

CREATE TRIGGER announce_decision AFTER INSERT ON owner_change FOR EACH ROW WHEN (new.season_id IS NOT NULL AND (new.action = ANY (ARRAY['adjusted'::text, 'adjustmentRevoked'::text]))) EXECUTE FUNCTION announce_decision();
CREATE TRIGGER announce_published_decision AFTER INSERT ON owner_change FOR EACH ROW WHEN (new.season_id IS NOT NULL AND (new.action = ANY (ARRAY['decisionPublished'::text, 'decisionRevoked'::text]))) EXECUTE FUNCTION announce_published_decision();
CREATE TRIGGER announce_roster AFTER INSERT ON owner_change FOR EACH ROW WHEN (new.season_id IS NOT NULL AND (new.action = 'rosterUpdated'::text OR new.action = 'undone'::text AND (new.details ->> 'did'::text) = 'rosterUpdated'::text)) EXECUTE FUNCTION announce_roster();
CREATE TRIGGER announce_undo AFTER INSERT ON owner_change FOR EACH ROW WHEN (new.season_id IS NOT NULL AND new.action = 'undone'::text AND ((new.details ->> 'did'::text) = ANY (ARRAY['adjusted'::text, 'adjustmentRevoked'::text]))) EXECUTE FUNCTION announce_undo();

CREATE TRIGGER announce_jobs AFTER INSERT ON removed_capture REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF next_attempt_at ON removed_capture FOR EACH ROW WHEN (new.next_attempt_at < old.next_attempt_at) EXECUTE FUNCTION announce_job();

CREATE TRIGGER announce_seasons AFTER INSERT OR DELETE ON season FOR EACH ROW EXECUTE FUNCTION announce_seasons();
CREATE TRIGGER announce_seasons_update AFTER UPDATE ON season FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old.name IS DISTINCT FROM new.name OR old.owner_id IS DISTINCT FROM new.owner_id OR old.visibility IS DISTINCT FROM new.visibility OR old.updated_at IS DISTINCT FROM new.updated_at OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION announce_seasons();
CREATE TRIGGER note_replaced_row AFTER UPDATE ON season FOR EACH ROW WHEN (current_setting('pitboard.change'::text, true) <> ''::text) EXECUTE FUNCTION note_replaced_row('id', 'owner_id version visibility created_at updated_at deleted_at search_name dismissed_merges');

CREATE TRIGGER note_replaced_row AFTER UPDATE OF revoked_at, revoked_reason ON season_adjustment FOR EACH ROW WHEN (current_setting('pitboard.change'::text, true) <> ''::text) EXECUTE FUNCTION note_replaced_row('id season_id', '');

CREATE TRIGGER note_replaced_row AFTER INSERT OR DELETE OR UPDATE ON season_attendance_rule FOR EACH ROW WHEN (current_setting('pitboard.change'::text, true) <> ''::text) EXECUTE FUNCTION note_replaced_row('season_id', '');

CREATE TRIGGER season_claim_changed AFTER INSERT OR DELETE OR UPDATE ON season_claim FOR EACH ROW EXECUTE FUNCTION season_claim_changed();

CREATE TRIGGER note_replaced_row AFTER INSERT OR DELETE OR UPDATE ON season_event FOR EACH ROW WHEN (current_setting('pitboard.change'::text, true) <> ''::text) EXECUTE FUNCTION note_replaced_row('id season_id', '');

CREATE TRIGGER announce_publication AFTER INSERT ON season_publication FOR EACH ROW EXECUTE FUNCTION announce_publication();

CREATE TRIGGER announce_linked_session AFTER INSERT ON season_session FOR EACH ROW EXECUTE FUNCTION announce_linked_session();
CREATE TRIGGER note_replaced_row AFTER INSERT OR DELETE OR UPDATE ON season_session FOR EACH ROW WHEN (current_setting('pitboard.change'::text, true) <> ''::text) EXECUTE FUNCTION note_replaced_row('season_id session_id event_id', '');

CREATE TRIGGER announce_changed_sign_up AFTER UPDATE ON season_sign_up_form FOR EACH ROW WHEN (COALESCE(new.opens_at <= now(), true) AND COALESCE(new.closes_at > now(), true) AND NOT (COALESCE(old.opens_at <= now(), true) AND COALESCE(old.closes_at > now(), true))) EXECUTE FUNCTION announce_sign_up();
CREATE TRIGGER announce_new_sign_up AFTER INSERT ON season_sign_up_form FOR EACH ROW WHEN (COALESCE(new.opens_at <= now(), true) AND COALESCE(new.closes_at > now(), true)) EXECUTE FUNCTION announce_sign_up();
CREATE TRIGGER note_replaced_row AFTER INSERT OR DELETE OR UPDATE ON season_sign_up_form FOR EACH ROW WHEN (current_setting('pitboard.change'::text, true) <> ''::text) EXECUTE FUNCTION note_replaced_row('season_id', '');

CREATE TRIGGER season_team_picture_removed AFTER DELETE ON season_team_picture FOR EACH ROW EXECUTE FUNCTION storage_file_left();

CREATE TRIGGER announce_recorded_session AFTER UPDATE OF status ON session FOR EACH ROW WHEN (old.status = 'live'::text AND new.status = 'recorded'::text) EXECUTE FUNCTION announce_recorded_session();
CREATE TRIGGER announce_sessions AFTER INSERT OR DELETE ON session FOR EACH ROW EXECUTE FUNCTION announce_sessions();
CREATE TRIGGER announce_sessions_update AFTER UPDATE ON session FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old.internal_session_id IS DISTINCT FROM new.internal_session_id OR old.game_session_id IS DISTINCT FROM new.game_session_id OR old.user_id IS DISTINCT FROM new.user_id OR old.status IS DISTINCT FROM new.status OR old.track_id IS DISTINCT FROM new.track_id OR old.track_name IS DISTINCT FROM new.track_name OR old.session_type IS DISTINCT FROM new.session_type OR old.number_of_laps IS DISTINCT FROM new.number_of_laps OR old.started_at IS DISTINCT FROM new.started_at OR old.ended_at IS DISTINCT FROM new.ended_at OR old.game_version IS DISTINCT FROM new.game_version OR old.is_multiplayer IS DISTINCT FROM new.is_multiplayer OR old.season_link_identifier IS DISTINCT FROM new.season_link_identifier OR old.weekend_link_identifier IS DISTINCT FROM new.weekend_link_identifier OR old.session_link_identifier IS DISTINCT FROM new.session_link_identifier) EXECUTE FUNCTION announce_sessions();
CREATE TRIGGER note_session_start AFTER UPDATE OF status, started_at ON session FOR EACH ROW WHEN (old.started_at <> new.started_at OR old.status <> new.status) EXECUTE FUNCTION note_session_start();
CREATE TRIGGER session_captured AFTER INSERT ON session FOR EACH ROW WHEN (new.capture_key IS NOT NULL) EXECUTE FUNCTION session_captured();
CREATE TRIGGER session_captured_again AFTER UPDATE OF capture_key ON session FOR EACH ROW WHEN (new.capture_key IS NOT NULL AND new.capture_key IS DISTINCT FROM old.capture_key) EXECUTE FUNCTION session_captured();
CREATE TRIGGER session_gone AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION session_gone();

CREATE TRIGGER announce_jobs AFTER INSERT ON session_to_link REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF next_attempt_at ON session_to_link FOR EACH ROW WHEN (new.next_attempt_at < old.next_attempt_at) EXECUTE FUNCTION announce_job();

CREATE TRIGGER announce_jobs AFTER INSERT ON storage_leftover REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF due_at ON storage_leftover FOR EACH ROW WHEN (new.due_at < old.due_at) EXECUTE FUNCTION announce_job();

CREATE TRIGGER storage_object_removed AFTER DELETE ON storage_object FOR EACH ROW EXECUTE FUNCTION storage_file_left();
CREATE TRIGGER storage_object_replaced AFTER UPDATE OF file_key ON storage_object FOR EACH ROW WHEN (old.file_key <> new.file_key) EXECUTE FUNCTION storage_file_left();

CREATE TRIGGER announce_live AFTER INSERT ON udp_lease FOR EACH ROW EXECUTE FUNCTION announce_live();

CREATE TRIGGER announce_jobs AFTER INSERT ON webhook_delivery REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();
CREATE TRIGGER announce_sooner_job AFTER UPDATE OF next_attempt_at ON webhook_delivery FOR EACH ROW WHEN (new.next_attempt_at < old.next_attempt_at OR old.ended_at IS NOT NULL AND new.ended_at IS NULL) EXECUTE FUNCTION announce_job();
