export const TOKEN_SCOPES = ['data:read', 'sessions:write', 'leagues:write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]
